/** Why a plan or a node failed, and what to do about it, in one line. */
export function failureText(failure: Readonly<Record<string, unknown>>): string {
  return ['node', 'message', 'remedy']
    .map((name) => failure[name])
    .filter((word) => typeof word === 'string')
    .join(' · ');
}
