/**
 * Why a call is cancelled that somebody is going to make again under the same id, such as one of a plan that goes on in the
 * next process: a question about it stays open, so that the answer is found then.
 */
export class Interruption extends Error {
  override readonly name = 'Interruption';

  constructor() {
    super('The call is interrupted and will be made again');
  }
}
