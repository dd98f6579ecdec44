/* attnviz-embed: writes a file's bytes as a C array, so that they become a part of the program.
 *
 * usage: attnviz-embed FILE NAME >SOURCE
 *
 * The source defines const char NAME[], ended with a zero, and const size_t NAME_length without it. */
#include <stdio.h>
#include <stdlib.h>

#define A_LINE 20 /* bytes */

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        perror(argc == 3 ? argv[1] : "usage: attnviz-embed FILE NAME");
        return EXIT_FAILURE;
    }
    unsigned long length = 0;
    printf("#include <stddef.h>\n\nextern const char %s[];\nextern const size_t %s_length;\n\nconst char %s[] = {",
           argv[2], argv[2], argv[2]);
    for (int byte = fgetc(file); byte != EOF; byte = fgetc(file), length++)
        printf("%s'\\x%02x',", length % A_LINE == 0 ? "\n    " : " ", (unsigned)byte);
    printf("\n    '\\0',\n};\n\nconst size_t %s_length = %lu;\n", argv[2], length);
    int failed = ferror(file);
    fclose(file);
    return failed || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
