import { openXlsx, saveXlsx } from 'hucre/xlsx'
import { templateRows } from '../../src/workbook/index.ts'

export type ImportCells = Readonly<Record<string, string | number>>

/** A row that an import of the demonstration's province Ningxia or of its county Yanchi takes. */
export const goodRow = (serial: number, more: ImportCells = {}): ImportCells => ({
  projectName: `盐池县青山第${serial}储能站`,
  buildStatus: '规划',
  projectType: '1',
  // Phases of one station are different projects, however alike they are.
  phaseNo: `${serial}期`,
  province: '宁夏回族自治区',
  city: '吴忠市',
  county: '盐池县',
  address: '青山乡',
  longitude: 106.8,
  latitude: 37.9,
  companyName: '盐池一号储能有限公司',
  creditCode: '91640323MA0000001C',
  ownerType: '3',
  contactName: '李明',
  contactPhone: '13800138000',
  techType: '01',
  techSubType: '0101',
  ratedPower: 100,
  ratedEnergy: 200,
  isEchelonUse: '否',
  appScenario: '2',
  appSubScenario: '21',
  functionTypes: '1',
  gridVoltage: '110',
  gridOperator: '1',
  totalInvestment: 20876.4,
  planGridDate: '2027-12-01',
  ...more,
})

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
