/** What is made when it is first asked for; `made` once somebody has. */
export interface Once<T> {
  (): Promise<T>;
  made?: Promise<T>;
}

export function once<T>(make: () => Promise<T>): Once<T> {
  const get: Once<T> = () => (get.made ??= make());
  return get;
}
