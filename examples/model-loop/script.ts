/** What the model does: it asks for two calls, reads what became of them, and answers. */
export interface Turn {
  readonly calls: readonly { readonly name: string; readonly arguments: object }[];
  readonly answer: string;
}

/** `results` are those that the model was sent, as text. */
export function nextTurn(results: readonly string[]): Turn {
  if (results.length === 0)
    return {
      calls: [
        { name: 'calculator', arguments: { expression: '250 * 19%' } },
        { name: 'forget_city', arguments: { city: 'Paris' } },
      ],
      answer: '',
    };
  const [sum = '', refusal = ''] = results;
  const { result } = JSON.parse(sum) as { result: string };
  const { error_code: code, remedy } = JSON.parse(refusal) as { error_code: string; remedy: string };
  return { calls: [], answer: `It is ${result}. Paris stays (${code}): ${remedy}` };
}
