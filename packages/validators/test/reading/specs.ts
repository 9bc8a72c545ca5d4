import type { FieldSpec } from '../../src/index.ts'
import type { Entry, ReadSpec } from '../../src/reading/index.ts'

const figure = (unit: string) => ({ kind: 'number', unit, decimals: 4 }) as const

/** The fields of the forms, as the contract describes them. */
const SPECS: Readonly<Record<string, Omit<FieldSpec, 'name' | 'caption'>>> = {
  ratedPower: { ...figure('MW'), required: 'submit', rule: 'decimal4' },
  pairedCapacity: figure('MW'),
  totalInvestment: { ...figure('万元'), required: 'submit' },
  designEfficiency: figure('%'),
  avgChargePrice: figure('元/kWh'),
  chargeEnergy: figure('万kWh'),
  runHours: figure('h'),
  designCycleLife: { kind: 'integer', unit: '次', rule: 'nonNegativeInteger' },
  landArea: figure('亩'),
  longitude: { ...figure('°'), required: 'submit', rule: 'longitude' },
  planGridDate: { kind: 'date', required: 'submit' },
  planStartDate: { kind: 'date' },
  contactPhone: { kind: 'string', rule: 'mobile', required: 'submit', maxLength: 11 },
  creditCode: { kind: 'string', rule: 'creditCode', required: 'submit', maxLength: 18 },
  nationalCode: { kind: 'string', rule: 'nationalCode', maxLength: 30 },
  recordNo: { kind: 'string', maxLength: 100 },
  phaseNo: { kind: 'string', maxLength: 20 },
  address: { kind: 'string', required: 'submit', maxLength: 200 },
  projectName: { kind: 'string', required: 'submit', maxLength: 100 },
  remark: { kind: 'string', maxLength: 500 },
  techType: { kind: 'dict', dict: 'tech_type', required: 'submit' },
  gridVoltage: { kind: 'dict', dict: 'voltage_level', required: 'submit' },
  gridOperator: { kind: 'dict', dict: 'grid_operator', required: 'submit' },
  functionTypes: { kind: 'dicts', dict: 'function_type', required: 'submit' },
  isEchelonUse: { kind: 'boolean', dict: 'yes_no', required: 'submit' },
}

export function specOf(name: string): FieldSpec & ReadSpec {
  const spec = SPECS[name]
  if (!spec) throw new Error(`no field ${name}`)
  return { name, caption: name, ...spec }
}

const listed = (labels: string): Entry[] =>
  labels.split(' ').map((each) => {
    const [value = '', label = value] = each.split(':')
    return { value, label }
  })

const DICTIONARIES: Readonly<Record<string, readonly Entry[]>> = {
  tech_type: listed('01:锂离子电池 02:钠离子电池 03:液流电池 05:压缩空气储能 06:飞轮储能 90:混合储能'),
  voltage_level: listed('10:10kV 35:35kV 110:110kV 220:220kV 330:330kV'),
  grid_operator: listed('1:国家电网 2:南方电网 3:内蒙古电力（蒙西） 4:增量配电/地方电网 9:未并网'),
  function_type: listed('1:调峰 2:调频 3:顶峰保供 4:备用 7:无功/电压支撑 8:惯量/构网支撑'),
}

export const lookups = { entriesOf: (dict: string): readonly Entry[] => DICTIONARIES[dict] ?? [] }
