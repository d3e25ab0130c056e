/** A program of the system by its name alone: `/usr/bin/git` is `git`. */
export function plainName(program: string): string {
  return program.replace(/^\/(?:usr\/)?bin\//u, '');
}
