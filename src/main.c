/* attnviz: a tiny real transformer computes attention, step by step, in a terminal. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static const struct option options[] = {{"version", no_argument, NULL, 'v'}, {NULL, 0, NULL, 0}};
    while (getopt_long(argc, argv, "", options, NULL) == 'v') {
        printf("attnviz %s\n", AV_VERSION);
        return EXIT_SUCCESS;
    }
    return 2;
}
