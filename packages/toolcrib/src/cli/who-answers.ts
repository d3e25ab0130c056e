import { userInfo } from 'node:os';

/** The person's name on this machine. */
export function whoAnswers(): string {
  try {
    return userInfo().username;
  } catch {
    return 'user';
  }
}
