/** RFC 3339 full-date, with the days that the month really has. */
export function isDate(text: string): boolean {
  const match = text.length === 10 ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) : null;
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** RFC 3339 full-time: an offset is required, a leap second stands at 23:59:60 UTC. */
export function isTime(text: string): boolean {
  if (text.length > maxTimeLength) return false;
  const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/.exec(text);
  if (match === null) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [offsetHour, offsetMinute] = [Number(match[5] ?? 0), Number(match[6] ?? 0)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (match[4] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const utcMinute = (hour * 60 + minute - offset + minutesInDay) % minutesInDay;
  return second === 60 && utcMinute === minutesInDay - 1;
}

export function isDateTime(text: string): boolean {
  return (
    /^[tT]$/.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11, maxTimeLength + 20))
  );
}

/** ISO 8601 duration as in RFC 3339, appendix A. */
export function isDuration(text: string): boolean {
  if (text.length > maxTimeLength || !/\d[A-Z]$/.test(text)) return false;
  return (
    /^P\d+W$/.test(text) ||
    /^P(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?$/.test(
      text,
    )
  );
}

const maxTimeLength = 60;
const minutesInDay = 24 * 60;

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}
