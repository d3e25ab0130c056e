/** Cities and what they lie in, for parameters that ask for "City, State". Facts of an atlas, not of any tool. */
const states: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

const cities = [
  'CA:Los Angeles|San Francisco|San Diego|San Jose|Sacramento|Oakland|Fresno|Long Beach|Anaheim|Berkeley|Santa Rosa|Palo Alto|Santa Monica|Pasadena|Irvine|Santa Cruz|Santa Barbara|Walnut Creek|Napa|Sunnyvale|Mountain View|Cupertino|Santa Clara|Livermore|Fremont|Hayward|Concord|Vallejo|San Mateo|Petaluma|Novato|Pleasanton|Gilroy|Monterey|Bakersfield|Riverside|Burbank|Malibu|Beverly Hills|Hollywood',
  'NY:New York|New York City|NYC|Brooklyn|Manhattan|Queens|Bronx|Buffalo|Rochester|Albany|Syracuse|Yonkers|Ithaca',
  'TX:Houston|Dallas|Austin|San Antonio|Fort Worth|El Paso|Arlington|Plano|Galveston',
  'IL:Chicago|Springfield|Naperville|Evanston',
  'FL:Miami|Orlando|Tampa|Jacksonville|Fort Lauderdale|Tallahassee|Key West|Naples|Sarasota',
  'WA:Seattle|Spokane|Tacoma|Bellevue|Redmond',
  'MA:Boston|Cambridge|Worcester|Salem',
  'PA:Philadelphia|Pittsburgh|Harrisburg',
  'AZ:Phoenix|Tucson|Scottsdale|Mesa|Sedona|Tempe',
  'NV:Las Vegas|Vegas|Reno|Henderson',
  'CO:Denver|Boulder|Colorado Springs|Aspen',
  'GA:Atlanta|Savannah|Athens',
  'OR:Portland|Eugene|Bend',
  'MI:Detroit|Ann Arbor|Grand Rapids',
  'MN:Minneapolis|St. Paul|Saint Paul',
  'DC:Washington|Washington DC|Washington D.C.',
  'LA:New Orleans|Baton Rouge',
  'TN:Nashville|Memphis|Knoxville',
  'MO:Kansas City|St. Louis|Saint Louis',
  'OH:Columbus|Cleveland|Cincinnati',
  'NC:Charlotte|Raleigh|Durham|Asheville',
  'IN:Indianapolis',
  'WI:Milwaukee|Madison',
  'MD:Baltimore|Annapolis',
  'UT:Salt Lake City|Park City',
  'HI:Honolulu',
  'AK:Anchorage|Juneau',
  'VA:Richmond|Norfolk|Alexandria|Virginia Beach',
  'NM:Albuquerque|Santa Fe',
  'OK:Oklahoma City|Tulsa',
  'KY:Louisville|Lexington',
  'NE:Omaha|Lincoln',
  'NJ:Newark|Jersey City|Princeton',
  'SC:Charleston',
  'RI:Providence',
  'CT:Hartford|New Haven',
  'ID:Boise',
  'ME:Portland Maine',
  'IA:Des Moines',
  'AL:Birmingham Alabama',
  'UK:London|Manchester|Liverpool|Edinburgh|Glasgow|Birmingham|Bristol|Leeds|Oxford',
  'France:Paris|Lyon|Marseille|Nice|Bordeaux|Toulouse',
  'Germany:Berlin|Munich|Hamburg|Frankfurt|Cologne|Stuttgart',
  'Italy:Rome|Milan|Venice|Florence|Turin',
  'Spain:Madrid|Barcelona|Seville|Valencia',
  'Japan:Tokyo|Osaka|Kyoto|Sapporo|Nagoya',
  'China:Beijing|Shanghai|Guangzhou|Shenzhen|Chengdu|Hangzhou|Nanjing|Wuhan|Xian|Chongqing|Suzhou',
  'Canada:Toronto|Vancouver|Montreal|Ottawa|Calgary',
  'Australia:Sydney|Melbourne|Brisbane|Perth|Adelaide',
  'India:Mumbai|Delhi|New Delhi|Bangalore|Chennai|Kolkata|Hyderabad|Pune',
  'South Korea:Seoul|Busan',
  'Thailand:Bangkok|Phuket|Chiang Mai',
  'Russia:Moscow|St. Petersburg',
  'Brazil:Rio de Janeiro|Sao Paulo|São Paulo',
  'Mexico:Mexico City|Cancun|Guadalajara',
  'Netherlands:Amsterdam|Rotterdam',
  'Austria:Vienna|Salzburg',
  'Switzerland:Zurich|Geneva|Bern',
  'Portugal:Lisbon|Porto',
  'Ireland:Dublin',
  'Israel:Tel Aviv|Jerusalem',
  'Turkey:Istanbul|Ankara',
  'Egypt:Cairo',
  'Greece:Athens Greece',
  'Czech Republic:Prague',
  'Hungary:Budapest',
  'Sweden:Stockholm',
  'Norway:Oslo',
  'Denmark:Copenhagen',
  'Finland:Helsinki',
  'Poland:Warsaw|Krakow',
  'Belgium:Brussels',
  'Argentina:Buenos Aires',
  'Peru:Lima',
  'Chile:Santiago',
  'Malaysia:Kuala Lumpur',
  'Indonesia:Jakarta|Bali',
  'Vietnam:Hanoi|Ho Chi Minh City',
  'Philippines:Manila',
  'South Africa:Cape Town|Johannesburg',
  'Kenya:Nairobi',
  'UAE:Dubai|Abu Dhabi',
  'New Zealand:Auckland|Wellington',
];

const countries =
  'United States|USA|US|U.S.|America|UK|United Kingdom|England|Scotland|Wales|China|Japan|Germany|France|Italy|Spain|Canada|Australia|India|Brazil|Mexico|Russia|South Korea|Korea|Thailand|Netherlands|Austria|Switzerland|Portugal|Ireland|Israel|Turkey|Egypt|Greece|Sweden|Norway|Denmark|Finland|Poland|Belgium|Argentina|Peru|Chile|Malaysia|Indonesia|Vietnam|Philippines|South Africa|Kenya|UAE|New Zealand|Singapore|Nigeria|Colombia|Cuba|Ukraine|Iran|Iraq|Pakistan|Bangladesh|Nepal|Saudi Arabia|Morocco|Ethiopia|Europe|Asia|Africa|North America|South America|Oceania|Antarctica|Hong Kong|Taiwan';
const chinese =
  '北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|武汉|成都|西安|长沙|郑州|青岛|大连|厦门|宁波|济南|沈阳|哈尔滨|昆明|福州|合肥|无锡|东莞|佛山|珠海|三亚|海口|桂林|丽江|拉萨|兰州|太原|石家庄|南昌|贵阳|南宁|乌鲁木齐|香港|澳门|台北|台湾|江苏|浙江|广东|山东|四川|湖北|湖南|河北|河南|福建|云南|海南|陕西|新疆|西藏|内蒙古|' +
  '中国|美国|英国|法国|德国|日本|韩国|俄罗斯|印度|加拿大|澳大利亚|意大利|西班牙|巴西|墨西哥|泰国|越南|新加坡|马来西亚|印尼|埃及|南非|荷兰|瑞士|瑞典|挪威|丹麦|芬兰|波兰|希腊|葡萄牙|阿根廷|新西兰|土耳其|以色列|' +
  '纽约|洛杉矶|旧金山|芝加哥|波士顿|西雅图|华盛顿|伦敦|巴黎|柏林|慕尼黑|罗马|米兰|威尼斯|马德里|巴塞罗那|东京|大阪|京都|首尔|曼谷|悉尼|墨尔本|多伦多|温哥华|莫斯科|迪拜|开罗|欧洲|亚洲|非洲|北美|南美';

const regionOf = new Map<string, string>();
for (const row of cities) {
  const [region = '', names = ''] = row.split(':');
  for (const name of names.split('|')) regionOf.set(name.toLowerCase(), region);
}
const codeOf = new Map(Object.entries(states).map(([code, name]) => [name.toLowerCase(), code]));
const countryNames = new Set(countries.split('|').map((name) => name.toLowerCase()));
const chineseNames = new Set(chinese.split('|'));
const chineseCountries = new Set(
  chinese
    .split('|')
    .filter((name) =>
      /国$|^(?:日本|俄罗斯|印度|加拿大|澳大利亚|意大利|西班牙|巴西|墨西哥|越南|新加坡|马来西亚|印尼|埃及|南非|荷兰|瑞士|瑞典|挪威|丹麦|芬兰|波兰|希腊|葡萄牙|阿根廷|新西兰|土耳其|以色列)$/u.test(
        name,
      ),
    ),
);

/** The state or country that a well-known city lies in. */
function regionOfCity(city: string): string | undefined {
  return regionOf.get(city.toLowerCase());
}

export function stateCode(name: string): string | undefined {
  return Object.hasOwn(states, name) ? name : codeOf.get(name.toLowerCase());
}

export function isKnownPlace(place: string): boolean {
  const [name = ''] = place.split(',');
  const lower = name.toLowerCase();
  return regionOf.has(lower) || codeOf.has(lower) || countryNames.has(lower) || chineseNames.has(name);
}

export function isCountry(name: string): boolean {
  return countryNames.has(name.toLowerCase()) || chineseCountries.has(name);
}

/** Well-known places written in Chinese, or in English without capitals. */
export function findPlaces(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const match of text.matchAll(chinesePattern))
    found.push({ start: match.index, end: match.index + match[0].length });
  for (const match of text.matchAll(latinPattern))
    found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}

const escaped = (name: string): string => name.replaceAll(/[.]/gu, '\\.');
const byLength = (one: string, other: string): number => other.length - one.length;
const chinesePattern = new RegExp(
  `(?:${[...chineseNames].toSorted(byLength).join('|')})(?:[市省](?:\\p{Script=Han}{1,4}[市区县])?)?(?:\\p{Script=Han}{1,8}(?:路|街|大道|巷)\\d{0,5}号?)?`,
  'gu',
);
const latinPattern = new RegExp(
  `\\b(?:${[...regionOf.keys(), ...codeOf.keys(), ...countryNames]
    .filter(
      (name) => name.length > 3 && !/^(?:nice|bend|mesa|reno|reading|orange|mobile|turkey)$/u.test(name),
    )
    .toSorted(byLength)
    .map(escaped)
    .join('|')})\\b`,
  'giu',
);

/** What people call some cities. */
const nicknames: Readonly<Record<string, string>> = {
  LA: 'Los Angeles',
  'L.A.': 'Los Angeles',
  SF: 'San Francisco',
  'San Fran': 'San Francisco',
  NYC: 'New York',
  SD: 'San Diego',
  Philly: 'Philadelphia',
  Vegas: 'Las Vegas',
  'Washington DC': 'Washington',
  'Washington D.C.': 'Washington',
};

export function cityOfNickname(name: string): string {
  return Object.hasOwn(nicknames, name) ? (nicknames[name] as string) : name;
}

/**
 * "San Francisco" as "San Francisco, CA" where the format asks for the state, and "Paris" as "Paris, France" where it
 * asks for the country. A city that is not known stays as it is.
 */
export function completePlace(place: string, asks: { abbreviated: boolean; country: boolean }): string {
  const [said = '', region, ...more] = place.split(/,\s*/u);
  const city = cityOfNickname(said);
  if (region === undefined) {
    const known = regionOfCity(city);
    if (known === undefined || (!asks.country && !Object.hasOwn(states, known))) return city;
    return `${city === 'New York City' ? 'New York' : city}, ${known}`;
  }
  const code = asks.abbreviated && more.length === 0 ? stateCode(region) : undefined;
  if (code !== undefined) return `${city}, ${code}`;
  return /^(?:england|great britain|united kingdom)$/iu.test(region) ? `${city}, UK` : place;
}
