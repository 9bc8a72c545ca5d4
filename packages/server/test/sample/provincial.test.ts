import { fields } from '@xinchu/contract/fields'
import { checkRecord } from '@xinchu/validators'
import { expect, test } from 'vitest'
import { provincialReportOf } from '../../../sample/src/provincial.ts'
import { provincialStations } from '../../../sample/src/provincial-stations.ts'
import { regionSeeds } from '../../src/seed/regions.ts'

const regions = new Map(regionSeeds().map((region) => [region.code, region]))
// The demonstration has no files.
const FILES: readonly string[] = ['attachmentIds', 'stampedFileId']

test.each(provincialStations(2026).map((station) => [station.content.projectName, station] as const))(
  '%s could be submitted but for its files, and lies in its province',
  (_name, { province, content }) => {
    const issues = checkRecord({ ...content }, fields.ProvincialDemoFields, 'submit')
    expect(issues.filter(({ field }) => !FILES.includes(field))).toEqual([])
    expect(regions.has(content.cityCode ?? content.countyCode ?? '')).toBe(true)
    if (province !== '660000') expect(content.cityCode?.slice(0, 2)).toBe(province.slice(0, 2))
  },
)

test('a report could be submitted but for its scan', () => {
  const report = { year: 2026, reportType: '1', ...provincialReportOf('报告', '宁夏回族自治区', [], 0) }
  const issues = checkRecord(report, fields.WorkReportFields, 'submit')
  expect(issues.filter(({ field }) => !FILES.includes(field))).toEqual([])
})
