/** A fraction that a figure is multiplied by. */
export type Factor = readonly [times: number, per: number]

const AREA = { m2: [3, 2000], km2: [1500, 1] } as const

/** By unit of the contract: what is converted, with other spellings behind blanks. */
const TABLE: Readonly<Record<string, Readonly<Record<string, Factor>>>> = {
  MW: {
    'MW 兆瓦': [1, 1],
    'W 瓦': [1, 1_000_000],
    'kW 千瓦': [1, 1000],
    '万千瓦 万kW': [10, 1],
    'GW 吉瓦 百万千瓦': [1000, 1],
  },
  MWh: {
    'MWh 兆瓦时': [1, 1],
    'Wh 瓦时': [1, 1_000_000],
    'kWh 千瓦时 度': [1, 1000],
    '万kWh 万千瓦时 万度': [10, 1],
    'GWh 吉瓦时': [1000, 1],
    '亿kWh 亿千瓦时 亿度': [100_000, 1],
    'TWh 太瓦时': [1_000_000, 1],
  },
  万kWh: {
    '万kWh 万千瓦时 万度': [1, 1],
    'kWh 千瓦时 度': [1, 10_000],
    'MWh 兆瓦时': [1, 10],
    'GWh 吉瓦时': [100, 1],
    '亿kWh 亿千瓦时 亿度': [10_000, 1],
    'TWh 太瓦时': [100_000, 1],
  },
  万元: {
    '万元 万 人民币万元 万元人民币': [1, 1],
    '元 人民币元 元人民币': [1, 10_000],
    百元: [1, 100],
    千元: [1, 10],
    十万元: [10, 1],
    百万元: [100, 1],
    千万元: [1000, 1],
    '亿元 亿': [10_000, 1],
  },
  '元/kWh': {
    '元/kWh 元/千瓦时 元/度': [1, 1],
    '分/kWh 分/千瓦时 分/度 分': [1, 100],
    '厘/kWh 厘/千瓦时 厘/度 厘': [1, 1000],
    '元/MWh 元/兆瓦时': [1, 1000],
    '元/万kWh 元/万千瓦时 元/万度': [1, 10_000],
  },
  '%': { '% 百分数 百分比': [1, 1], '‰ 千分数 千分比': [1, 10], 小数: [100, 1] },
  h: { 'h 小时 时 hour hours': [1, 1], 'min 分钟': [1, 60], 's 秒': [1, 3600], '天 日': [24, 1] },
  次: { 次: [1, 1], 千次: [1000, 1], 万次: [10_000, 1] },
  个: { '个 台 套 座': [1, 1], '万个 万台 万套 万座': [10_000, 1] },
  '次/日': { '次/日 次/天': [1, 1] },
  年: { 年: [1, 1], '月 个月': [1, 12] },
  天: { '天 日': [1, 1], '周 星期': [7, 1] },
  亩: {
    亩: [1, 1],
    '公顷 hm2 ha': [15, 1],
    'm2 平方米 平米': AREA.m2,
    '万m2 万平方米 万平米': [15, 1],
    'km2 平方公里 平方千米': AREA.km2,
  },
  Ah: { 'Ah 安时': [1, 1], 'mAh 毫安时': [1, 1000] },
  m: { 'm 米': [1, 1], 'km 千米 公里': [1000, 1] },
  s: { 's 秒': [1, 1], 'min 分钟': [60, 1], 'h 小时': [3600, 1] },
  '°': { '° 度 CGCS2000 WGS84 WGS-84': [1, 1] },
  分: { 分: [1, 1] },
  位: { 位: [1, 1] },
  字: { '字 个字': [1, 1] },
  字节: { '字节 B': [1, 1] },
  B: { 'B 字节': [1, 1] },
}

/** Units that no field has and none is converted to. */
const FOREIGN =
  'MVA kVA VA 兆伏安 千伏安 Mvar kvar MWp kWp GWp 兆瓦峰 美元 万美元 亿美元 欧元 万欧元 亿欧元 港元 万港元 日元 USD EUR 元/kW 元/千瓦 元/W 元/瓦 元/Wh 次/年 次/月 kV V 千伏 A 安 ℃ GCJ-02 GCJ02 BD-09 BD09 百度 高德 MW/MWh 兆瓦/兆瓦时 平方英尺 吨 t'

/** A unit as it is compared: without case, blanks, dots and width. */
const unitKey = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s·•⋅.]/g, '')
    .toLowerCase()

const factors: ReadonlyMap<string, ReadonlyMap<string, Factor>> = new Map(
  Object.entries(TABLE).map(([unit, taken]) => [
    unit,
    new Map(
      Object.entries(taken).flatMap(([names, factor]) =>
        names.split(' ').map((name): [string, Factor] => [unitKey(name), factor]),
      ),
    ),
  ]),
)

const known: ReadonlySet<string> = new Set([
  ...[...factors.values()].flatMap((each) => [...each.keys()]),
  ...FOREIGN.split(' ').map(unitKey),
])

/** Power of the paired plant may be given as that of its modules; levels of voltage have their unit in their labels. */
const OF_FIELDS: Readonly<Record<string, Readonly<Record<string, Factor>>>> = {
  pairedCapacity: { mwp: [1, 1], 兆瓦峰: [1, 1], kwp: [1, 1000], gwp: [1000, 1] },
  gridVoltage: { kv: [1, 1], 千伏: [1, 1] },
}

/** Units of the contract that headings and cells are converted to. */
export const convertibleUnits: readonly string[] = Object.keys(TABLE)

/** Names of the units that are converted to a unit of the contract, the plainest first. */
export const unitNames = (unit: string): readonly string[] =>
  Object.keys(TABLE[unit] ?? {}).flatMap((names) => names.split(' '))

/**
 * What a text means as the unit of a field.
 * @returns the factor, `foreign` for a unit that cannot be converted, undefined for no unit
 */
export function factorOf(
  text: string,
  { unit, name }: { readonly unit?: string | undefined; readonly name: string },
): Factor | 'foreign' | undefined {
  const key = unitKey(text)
  if (key === '') return undefined
  const factor = OF_FIELDS[name]?.[key] ?? (unit === undefined ? undefined : factors.get(unit)?.get(key))
  return factor ?? (known.has(key) ? 'foreign' : undefined)
}

export const isSameUnit = ([times, per]: Factor): boolean => times === per
