#include <criterion/criterion.h>

#include "attnviz/base/random.h"

/* The first numbers of splitmix64 from the state 1234567, as published with its authors' code. */
Test(random, bits_are_those_of_splitmix64)
{
    const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u, 4593380528125082431u,
                                 16408922859458223821u};
    for (uint64_t n = 0; n < sizeof expected / sizeof *expected; n++) {
        cr_assert_eq(av_random_bits(1234567, n), expected[n]);
        cr_assert_eq(av_random_unit(1234567, n), (double)(expected[n] >> 11) / 9007199254740992.0);
    }
}
