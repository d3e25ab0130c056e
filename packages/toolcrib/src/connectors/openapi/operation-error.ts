/** Why an operation of a document becomes no tool. */
export type OperationProblem =
  | {
      readonly kind: 'reference';
      readonly reference: string;
      /** It leads nowhere, to another folder or host, to what cannot be read, or back to itself. */
      readonly why: 'missing' | 'outside' | 'unreadable' | 'circle';
    }
  | { readonly kind: 'method'; readonly method: string }
  | { readonly kind: 'path' }
  | { readonly kind: 'no_server' }
  | { readonly kind: 'bad_server'; readonly address: string }
  | { readonly kind: 'private_server'; readonly address: string };

export class OperationError extends Error {
  override readonly name = 'OperationError';
  readonly problem: OperationProblem;

  constructor(problem: OperationProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}
