import { completeCreditCode, roundTo } from '@xinchu/validators'
import { placeBoxes } from '@xinchu/validators/place-boxes'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { templateRows } from '../../src/workbook/index.ts'

export type ImportCells = Readonly<Record<string, string | number>>

const CHARACTERS = [...'青山绿水金沙白石高原长河红岩平川古城新桥大湾小坡东塘西岭南屏北辰']

/** A name for each number, such that neighbours are not alike. */
export function wordOf(serial: number): string {
  const count = CHARACTERS.length
  let rest = (serial * 700_001) % count ** 4
  let word = ''
  for (; word.length < 4; rest = Math.floor(rest / count)) word += CHARACTERS[rest % count]
  return word
}

/** South of all that the demonstration has in Yanchi, and as large as nothing else: a project that is like no other. */
const ownPlace = (serial: number) => {
  const ratedPower = 20 + ((serial * 7) % 487)
  const ratedEnergy = 60 + ((serial * 11) % 997)
  return {
    longitude: Math.round((106.56 + 0.023 * (serial % 50)) * 1000) / 1000,
    latitude: Math.round((37.05 + 0.02 * (Math.floor(serial / 50) % 41)) * 1000) / 1000,
    ratedPower,
    ratedEnergy,
    totalInvestment: ratedEnergy * 100,
    appSubScenario: ['21', '22', '23'][serial % 3] ?? '21',
  }
}

/** A row that an import of the demonstration's province Ningxia or of its county Yanchi takes. */
export const goodRow = (serial: number, more: ImportCells = {}): ImportCells => ({
  projectName: `盐池县${wordOf(serial)}第${serial}储能站`,
  buildStatus: '规划',
  projectType: '1',
  // Phases of one station are different projects, however alike their names are made.
  phaseNo: `${serial}期`,
  province: '宁夏回族自治区',
  city: '吴忠市',
  county: '盐池县',
  address: '青山乡',
  ...ownPlace(serial),
  companyName: '盐池一号储能有限公司',
  creditCode: '91640323MA0000001C',
  ownerType: '3',
  contactName: '李明',
  contactPhone: '13800138000',
  techType: '01',
  techSubType: '0101',
  isEchelonUse: '否',
  appScenario: '2',
  functionTypes: '1',
  gridVoltage: '110',
  gridOperator: '1',
  planGridDate: '2027-12-01',
  ...more,
})

const COUNTIES = [
  ['吴忠市', '盐池县', '640323'],
  ['吴忠市', '同心县', '640324'],
  ['吴忠市', '青铜峡市', '640381'],
  ['银川市', '灵武市', '640181'],
  ['银川市', '永宁县', '640121'],
  ['银川市', '贺兰县', '640122'],
  ['中卫市', '中宁县', '640521'],
  ['中卫市', '海原县', '640522'],
] as const
const COMPANIES = 2_000

/** A point of a county's box, another one for each of 64,777 rows. */
function pointIn(code: string, at: number) {
  const box = placeBoxes.get(code)
  if (!box) throw new Error(`the map has no county ${code}`)
  const { west, east, south, north } = box
  return {
    longitude: roundTo(west + ((at % 211) / 210) * (east - west), 4),
    latitude: roundTo(south + ((at % 307) / 306) * (north - south), 4),
  }
}

/** A row of a large import of the province: projects of many companies, each in its own place. */
export function provinceRow(at: number, more: ImportCells = {}): ImportCells {
  const [city, county, code] = COUNTIES[at % COUNTIES.length] ?? COUNTIES[0]
  return goodRow(at, {
    projectName: `${county}${wordOf(at)}第${at}储能站`,
    city,
    county,
    ...pointIn(code, at),
    creditCode: completeCreditCode(`91640323MA${String(at % COMPANIES).padStart(7, '0')}`),
    ...more,
  })
}

/** The downloaded template with rows filled in below its heading, by the machine names of its hidden row. */
export async function fillTemplate(template: Uint8Array, rows: readonly ImportCells[]): Promise<Uint8Array> {
  const workbook = await openXlsx(template)
  const [sheet] = workbook.sheets
  if (!sheet) throw new Error('the template has no sheet')
  const names = sheet.rows[templateRows.names - 1] ?? []
  for (const [at, row] of rows.entries()) {
    const target = templateRows.firstData - 1 + at
    sheet.rows[target] = names.map((name) => row[String(name)] ?? null)
    for (const column of names.keys()) {
      const cell = sheet.cells?.get(`${target},${column}`)
      if (cell)
        sheet.cells?.set(`${target},${column}`, { ...cell, value: sheet.rows[target]?.[column] ?? null })
    }
  }
  return saveXlsx(workbook)
}
