#!/usr/bin/env python3
"""The schema of lessons against the program: what one accepts, the other accepts.

usage: check.py ATTNVIZ SOURCE_ROOT

Every lesson that there is has to please both. Then small complete lessons are broken in every way that one change can
break them: a key left out, a key that nobody knows, a value of another type, a number out of range, a name that is none.
The two have to agree about each, but where a fault only shows when numbers are counted or names looked up: those are
listed below, by what the program says of them, and only the program may refuse them.
"""
import copy
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print('1..0 # SKIP python3 has no jsonschema to validate with (Debian: python3-jsonschema)')
    sys.exit(77)

# What no schema can say: sizes that are compared, and names that are looked up in another place of the file.
BEYOND_SCHEMA = [
    r'\d+ (row|number|name|layer)s? expected \(',        # a matrix' shape, by the model's sizes
    r'a token of the vocabulary expected',
    r'once in the prompt expected, \d+ times found',
    r"false expected \((but at the prompt's last token|the prompt has one token)",
    r'each token once expected, token \d+ found twice',  # once by number, once by text
    r'\.glosses: unknown key "[^"]*"',
    r'an integer from 1 to \d+ expected',                # a place beyond the model's or the lesson's end
    r'an integer from 0 to \d+ expected',
    r'at most \d+ (tokens? )?expected \(n_ctx',
    r'a multiple of n_kv_head \(\d+\) expected',
    r'a matrix of this model expected',
    r'a stage of this model expected',
    r'no source expected, since the model',              # whose "attends" is in a file of its own
    r'at least "low" \(\S+\) expected',
    r'one that \[\d+\] does not have expected',          # two choices that look the same
    r'cannot be opened',                                 # the file of the model
    r'a (model|model, traces and texts) of at most \d+ MiB expected',
]
# … and what the answer of a question shows to be wrong, once it is worked out.
BEYOND_SCHEMA += [
    r'"[^"]*", which is right, expected among them, not found',
    r'one that is nearest to \S+ expected, \d+ found',
    r'a cell of \S+ that has a number at this stage expected',
    r'a row of \S+ that has numbers at this stage expected',
    r'a figure that is known at this place expected',
    r'cells of \S+ that are "\w+" at this place, none found',
]


def words(text):
    return {'en': text, 'zh': text}


def drawn(seed=1):
    return {'random': 'normal', 'std': 0.5, 'seed': seed}


def lesson(model, **more):
    tokens = model['vocabulary'][:2]
    return {'attnviz': 1, 'title': words('t'), 'teaches': words('s'), 'model': model, 'prompt': tokens, 'generate': 1,
            **more}


def model(**more):
    sizes = {'d_model': 2, 'n_layer': 1, 'n_head': 1, 'd_k': 2, 'd_v': 2, 'n_ctx': 4}
    return {'vocabulary': ['a', 'b', 'c'], **sizes, 'embedding': [[1, 0], [0, 1], [1, 1]],
            'layers': [{key: [[1, 0], [0, 1]] for key in ('wq', 'wk', 'wv', 'wo')}],
            'w_out': [[1, 0, 0.5], [0, 1, 0.25]], **more}


def layer(names, **more):
    return {**{name: drawn() for name in names.split()}, **more}


def without(thing, *keys):
    return {key: value for key, value in thing.items() if key not in keys}


def question(answer, **more):
    return {'at': {'token': 2, 'stage': 'softmax'}, 'ask': words('?'), 'answer': answer, 'reason': words('!'), **more}


def bases():
    """Lessons that between them have every key that there is."""
    yield 'plain', lesson(
        model(glosses={'a': {'en': 'A'}, 'b': words('B')}, features=['x', words('y')], key_features=['k', 'l'],
              value_features=['v', 'w'], position='none', norm='none', feed_forward='none', d_ff=0, bias=False,
              tied=False, residual=True, n_kv_head=1),
        **{'$schema': 'lesson.schema.json'}, order=2, minutes=5,
        sampling={'temperature': 0.5, 'top_k': 2, 'top_p': 0.9, 'seed': 3},
        rule={'mask': 'causal', 'scaled': True, 'banned': [1, 'b']},
        start={'token': 'b', 'stage': 'mix', 'layer': 1, 'head': 1, 'lens': 'side', 'cache': False, 'prefill': True},
        notes=[{'at': {'token': 'a', 'stage': 'mask', 'layer': 1, 'head': 1, 'lens': 'blocks'}, 'cache': True, 'prefill': False,
                'rule': {'mask': 'multiplied', 'scaled': False}, 'cell': {'matrix': 'S', 'row': 1, 'column': 1}, **words('n')}, words('everywhere')])
    yield 'questions', lesson(model(), questions=[
        question({'choice': 2}, choices=[words('x'), words('y'), {'token': 'a', **words('z')}], cache=True,
                 hint=words('h'), cover=['A', 'cost']),
        question({'value': {'matrix': 'Q', 'row': 2, 'column': 1}}, tolerance=0.1),
        question({'value': {'matrix': 'Q', 'row': 2, 'column': 2}}, choices=[{'number': 1.0}, {'number': 7.5}]),
        question({'largest': {'matrix': 'A', 'row': 2}}, prefill=True),
        question({'smallest': {'matrix': 'A', 'row': 2}}, choices=[{'token': 'a'}, {'token': 'b'}]),
        question({'state': 'new', 'matrix': 'K'}, cache=True),
        question({'state': 'masked', 'matrix': 'S'}, cache=False, at={'token': 2, 'stage': 'mask', 'layer': 1, 'head': 1}),
        question({'figure': 'saved'}, choices=[{'number': 1}, {'number': 2000}]),
        question({'figure': 'cached'}, tolerance=1),
        question({'next': True}, at={'token': 2, 'stage': 'logits'}, choices=[{'token': t} for t in 'abc'])])
    full = layer('wq wk wv wo w_up w_down w_gate bq bk bv bo b_up b_down b_gate norm_1_gain norm_2_gain norm_1_bias '
                 'norm_2_bias', norm_1_gain=[1, 1], bq=[0, 0.5])
    yield 'full', lesson(
        model(position='learned', position_embedding=drawn(), norm='layer', norm_place='before', norm_epsilon=1e-4,
              feed_forward='swiglu', d_ff=3, bias=True, layers=[full], final_gain=[1, 1], final_bias=[0, 0]))
    yield 'rotary', lesson(
        without(model(position='rotary', rotary_base=100, norm='rms', norm_place='after', feed_forward='relu', d_ff=2,
                      tied=True, n_layer=2, n_head=2, n_kv_head=1,
                      layers=[layer('wq wk wv wo w_up w_down norm_1_gain norm_2_gain'),
                              layer('wq wk wv wo w_up w_down')]), 'w_out'))
    yield 'uniform', lesson(
        model(position='sinusoidal', feed_forward='gelu', d_ff=1, norm='rms', bias=True, residual=False,
              embedding={'random': 'uniform', 'low': -1, 'high': 1, 'seed': 7},
              layers=[layer('wq wk wv wo w_up w_down bq bk bv bo b_up b_down')]))
    yield 'source', lesson(model(attends='source', position='learned', position_embedding=drawn()), source=['c', 'a'],
                           rule={'mask': 'none', 'scaled': False},
                           questions=[question({'largest': {'matrix': 'A', 'row': 2}}, choices=[{'token': 'c'}, {'token': 'a'}]),
                                      question({'state': 'reused', 'matrix': 'V'}, cache=True)])
    yield 'file', {**lesson(model()), 'model': 'model.json'}


OTHERS = [None, True, -1, 0, 0.5, 1e39, '', 'nonsense', [], {}]


def places(value, path=()):
    """Every value in a tree, by its path."""
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, path + (key,))


def changed(tree, path, change):
    """A copy of the tree in which change(container, key) was done to what is at the path."""
    tree = copy.deepcopy({'root': tree})
    container = tree
    path = ('root',) + path
    for key in path[:-1]:
        container = container[key]
    change(container, path[-1])
    return tree['root']


def put(value):
    def change(container, key):
        container[key] = value
    return change


def remove(container, key):
    del container[key]


def double(container, key):
    container[key] = container[key] + container[key][-1:]


SHARED = {'none', 'scale'}  # names that several lists have, each for itself


def families_of(schema):
    """The names that the schema's enums have: for each name all that could stand in its place."""
    families = {}
    for _, part in places(schema):
        names = set(part.get('enum', ())) if isinstance(part, dict) else set()
        names -= SHARED
        whole = names.union(*(families.get(name, ()) for name in names))
        families.update((name, whole) for name in whole)
    return families


def kind_of(path):
    """What an object is for: the key behind which it stands, alone or in an array."""
    return next((key for key in reversed(path) if isinstance(key, str)), '')


def donors_of(trees):
    """For each kind of object a value for every key that one has, and for one that none has."""
    donors = {}
    for tree in trees:
        for path, value in places(tree):
            if isinstance(value, dict):
                known = donors.setdefault(kind_of(path), {'nonsense': 1, 'title': words('t'), 'token': 1})
                known.update((key, item) for key, item in value.items() if key not in known)
    return donors


def mutants(tree, families, donors):
    """The tree with one change, in each way there is, and what was changed."""
    done = set()
    for path, value in places(tree):
        where = '.'.join(map(str, path)) or '$'
        same = json.dumps([[key if isinstance(key, str) else 0 for key in path], value])
        if same in done:
            continue  # the same thing in another row, or in another note
        done.add(same)
        if path:
            yield where + ' removed', changed(tree, path, remove)
        for other in OTHERS:
            yield f'{where} = {json.dumps(other)}', changed(tree, path, put(other))
        if isinstance(value, list) and value:
            yield where + ' with its last one twice', changed(tree, path, double)
        if isinstance(value, dict):
            for key, item in donors.get(kind_of(path), {}).items():
                if key not in value:
                    yield f'{where} with {key}', changed(tree, path + (key,), put(item))
        if isinstance(value, str):
            for name in sorted(families.get(value, ())):
                yield f'{where} = {name}', changed(tree, path, put(name))


class Program:
    """attnviz --check, over many files at once."""

    def __init__(self, attnviz):
        self.attnviz = attnviz

    def check(self, trees, folder):
        """What it says of each: its faults, none where it is fine."""
        said = []
        for first in range(0, len(trees), 200):
            names = []
            for i, tree in enumerate(trees[first:first + 200]):
                names.append(f'{i}.json')
                with open(os.path.join(folder, names[-1]), 'w', encoding='utf-8') as file:
                    json.dump(tree, file, ensure_ascii=False)
            said += self.check_files(names, folder)
        return said

    def check_files(self, names, folder):
        run = subprocess.run([self.attnviz, '--check', *names], cwd=folder, text=True, capture_output=True,
                             encoding='utf-8', check=False)
        if run.returncode not in (0, 1):
            raise RuntimeError(f'exit status {run.returncode} after {run.stdout[-200:]}')
        verdicts = dict(line.rsplit(': ', 1) for line in run.stdout.splitlines())
        faults = {name: [] for name in names}
        for line in run.stderr.splitlines():
            name, _, rest = line.partition(':')
            faults[name].append(rest.strip())
        for name in names:
            if (verdicts[name] == 'fine') != (not faults[name]):
                raise RuntimeError(f'{name}: {verdicts[name]}, and {faults[name]}')
        return [faults[name] for name in names]


class Report:
    """TAP."""

    def __init__(self):
        self.count = self.failed = 0

    def result(self, name, faults):
        self.count += 1
        self.failed += bool(faults)
        print(f"{'not ok' if faults else 'ok'} {self.count} - {name}")
        for fault in faults[:40]:
            print('#', fault)

    def end(self):
        print(f'1..{self.count}')
        return self.failed


def beyond(faults):
    return all(any(re.search(pattern, fault) for pattern in BEYOND_SCHEMA) for fault in faults)


def check_lessons(report, validator, program, root):
    files = sorted(glob.glob(f'{root}/lessons/*.json') + glob.glob(f'{root}/tests/scene/*.json') +
                   glob.glob(f'{root}/assets/*.json'))
    for file in files:
        tree = json.load(open(file, encoding='utf-8'))
        if 'attnviz' not in tree:
            continue  # the schema itself
        name = os.path.relpath(file, root)
        faults = [f"{'.'.join(map(str, e.path))}: {e.message[:200]}" for e in validator.iter_errors(tree)]
        report.result(f'{name} pleases the schema', faults)
        report.result(f'{name} pleases the program', program.check_files([name], root)[0])


def check_readme(report, validator, program, root, folder):
    """The lesson that the README shows is one, and what it says to write into a new one fits there."""
    text = open(f'{root}/README.md', encoding='utf-8').read()
    blocks = [json.loads(block) for block in re.findall(r'```json\n(.*?)```', text, re.S)]
    grown = json.load(open(f'{root}/assets/new.json', encoding='utf-8'))
    for block in blocks:
        if 'at' in block:
            grown['questions' if 'ask' in block else 'notes'].append(block)
    trees = [block for block in blocks if 'attnviz' in block] + [grown]
    report.result('the README shows a lesson, a note and a question', [] if len(blocks) == 3 else [f'{len(blocks)} parts'])
    for tree, faults in zip(trees, program.check(trees, folder)):
        report.result('what the README shows pleases both', faults + [e.message for e in validator.iter_errors(tree)])


def check_new(report, validator, program, attnviz, folder):
    subprocess.run([attnviz, '--new', 'new.json'], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    tree = json.load(open(os.path.join(folder, 'new.json'), encoding='utf-8'))
    faults = [e.message[:200] for e in validator.iter_errors(tree)]
    report.result('what --new writes pleases both', faults + program.check_files(['new.json'], folder)[0])


def check_keys(report, schema, trees):
    """Each key of the schema is one that some good lesson has, so that it has no key of its own."""
    known = {key for tree in trees for path, _ in places(tree) for key in path[-1:] if isinstance(key, str)}
    keys = {key for path, part in places(schema) if path[-1:] == ('properties',)
            for key in part}
    report.result('the schema has no key that the program does not know', sorted(keys - known))


def check_names(report, schema, program, folder):
    """Each list of names that the program knows is one of the schema's."""
    plain, asked = dict(bases())['plain'], dict(bases())['questions']
    spots = [(plain, ('rule', 'mask')), (plain, ('start', 'stage')), (plain, ('start', 'lens')),
             (plain, ('notes', 0, 'cell', 'matrix')), (plain, ('model', 'position')), (plain, ('model', 'norm')),
             (plain, ('model', 'feed_forward')), (asked, ('questions', 5, 'answer', 'state')),
             (asked, ('questions', 7, 'answer', 'figure')), (asked, ('questions', 0, 'cover', 0))]
    said = program.check([changed(tree, path, put('nonsense')) for tree, path in spots], folder)
    families = families_of(schema)
    for (tree, path), faults in zip(spots, said):
        known = set(re.findall(r'"([^"]+)"', faults[0].split(' expected')[0])) - {'cost'} - SHARED
        first = next(iter(known))
        missing = known ^ families.get(first, set())
        report.result(f"the schema has the program's names at {'.'.join(map(str, path))}", sorted(missing))


def check_mutants(report, name, tree, families, donors, validator, program, folder):
    made = list(mutants(tree, families, donors))
    said = program.check([mutant for _, mutant in made], folder)
    strict, lax, both, alone = [], [], 0, 0
    for (what, mutant), faults in zip(made, said):
        valid = validator.is_valid(mutant)
        if valid and faults and not beyond(faults):
            lax.append(f'{what}: {faults[0]}')
        if not valid and not faults:
            error = jsonschema.exceptions.best_match(validator.iter_errors(mutant))
            strict.append(f"{what}: {'.'.join(map(str, error.path))}: {error.message[:200]}")
        both += not valid and bool(faults)
        alone += valid and bool(faults)
    report.result(f'{name}: the schema refuses nothing that the program takes', strict)
    report.result(f'{name}: the schema takes nothing that the program refuses, but what only counting shows', lax)
    print(f'# {len(made)} changes: {both} refused by both, {alone} by the program alone')
    return both


def main(attnviz, root):
    report, program = Report(), Program(attnviz)
    schema = json.load(open(f'{root}/assets/lesson.schema.json', encoding='utf-8'))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    check_lessons(report, validator, program, root)
    with tempfile.TemporaryDirectory() as folder:
        own = {'attnviz': 1, '$schema': 'lesson.schema.json#/$defs/model_file', **model()}
        with open(os.path.join(folder, 'model.json'), 'w', encoding='utf-8') as file:
            json.dump(own, file)
        good = dict(bases())
        check_readme(report, validator, program, root, folder)
        if '--new' in subprocess.run([attnviz, '--help'], text=True, capture_output=True, check=True).stdout:
            check_new(report, validator, program, attnviz, folder)
        for name, faults in zip(good, program.check(list(good.values()), folder)):
            errors = [f"{'.'.join(map(str, e.path))}: {e.message[:200]}" for e in validator.iter_errors(good[name])]
            report.result(f'{name} is a good lesson to begin with', faults + errors)
        check_keys(report, schema, list(good.values()) + [own])
        check_names(report, schema, program, folder)
        families = families_of(schema)
        donors = donors_of(list(good.values()) + [own])
        refused = sum(check_mutants(report, name, tree, families, donors, validator, program, folder)
                      for name, tree in good.items())
        report.result('enough was broken', [] if refused >= 300 else [f'{refused} lessons'])
    return report.end()


if __name__ == '__main__':
    sys.exit(1 if main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])) else 0)
