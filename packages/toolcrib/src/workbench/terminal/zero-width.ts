/** Characters that take no place of their own: all of them in a row end up in one cell of the screen. */
const zeroWidth = String.raw`[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u1160-\u11FF]`;

const maxInARow = 16;

const tooMany = new RegExp(`(?<=${zeroWidth}{${maxInARow}})${zeroWidth}+`, 'gu');
const atTheEnd = new RegExp(`${zeroWidth}{0,${maxInARow}}$`, 'u');

/** Leaves out what nobody could see anyway: one cell would hold millions of them. */
export function createZeroWidthLimit(): (data: string) => string {
  let before = '';
  return (data) => {
    if (before === '' && !/[^\0-\u02FF]/u.test(data)) return data;
    const limited = (before + data).replaceAll(tooMany, '');
    const passed = limited.slice(before.length);
    before = atTheEnd.exec(limited)?.[0] ?? '';
    return passed;
  };
}
