"""Prints how many tests passed and failed in meson's last run, those inside of TAP among them.

usage: count.py FOLDER/meson-logs
"""
import json
import re
import sys
import xml.etree.ElementTree as xml


def is_bad(case):
    return case.find('failure') is not None or case.find('error') is not None


def count_inside(path):
    """(passed, failed) of each test that has tests inside, by its name; those skipped are neither."""
    inside = {}
    text = open(path, encoding='utf-8', errors='replace').read()
    root = xml.fromstring(re.sub('[\0-\x08\x0b\x0c\x0e-\x1f]', '?', text).encode())  # a test may have said anything
    for suite in root.iter('testsuite'):
        cases = list(suite.iter('testcase'))
        bad = sum(map(is_bad, cases))
        skipped = [case for case in cases if case.find('skipped') is not None]
        inside[suite.get('name').split('.')[-1]] = (len(cases) - bad - len(skipped), bad)
        for case in skipped:
            print('skipped:', suite.get('name'), case.get('name'), file=sys.stderr)
        for case in filter(is_bad, cases):
            print('failed:', suite.get('name'), case.get('name'), file=sys.stderr)
    return inside


def count(logs):
    passed = failed = 0
    inside = count_inside(logs + '/testlog.junit.xml')
    for line in open(logs + '/testlog.json', encoding='utf-8'):
        test = json.loads(line)
        good, bad = inside.get(test['name'].split(' / ')[-1], (0, 0))
        if good + bad == 0:
            good = test['result'] == 'OK'
        if test['result'] not in ('OK', 'SKIP') and bad == 0:
            bad = 1  # it crashed, hung or said nothing
            print('failed:', test['name'], test['result'], file=sys.stderr)
        passed, failed = passed + good, failed + bad
    return passed, failed


if __name__ == '__main__':
    print(*count(sys.argv[1]))
