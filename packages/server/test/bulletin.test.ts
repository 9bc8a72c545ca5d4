import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublicationsDownloadBulletinQuery, XinchuClient } from '@xinchu/sdk'
import { closedQuarter, type Quarter, quantity } from '@xinchu/validators'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day } from '../src/runtime/time.ts'
import { type Rig, startRig } from './rig.ts'
import { readDocx } from './support/docx.ts'
import { readPdf } from './support/pdf.ts'

const PUBLIC_URL = 'https://storage.example'

let rig: Rig
let nation: XinchuClient
const folder = mkdtempSync(join(tmpdir(), 'bulletins-'))
beforeAll(async () => {
  rig = await startRig({ config: { publicUrl: PUBLIC_URL } })
  nation = await rig.sameAs('nation')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const latest = closedQuarter(day(new Date())) as Quarter & { quarter: 1 | 2 | 3 | 4 }
const published = { year: 2024, quarter: 4 } as const

const bare = (text: string) => text.replace(/\s/g, '')
const wan = (amount: number) => quantity(amount / 10, '万千瓦')
/** In a sentence, whole amounts have no decimals. */
const said = (amount: number) => wan(amount).replace(/\.00$/, '')

async function bulletin(query: PublicationsDownloadBulletinQuery, client = nation) {
  const { blob, fileName } = await client.publications.downloadBulletin(query)
  return { bytes: new Uint8Array(await blob.arrayBuffer()), fileName }
}

/** The text that a reader can search for, as the common command-line reader sees it. */
function searched(bytes: Uint8Array): string {
  const path = join(folder, 'read.pdf')
  writeFileSync(path, bytes)
  return bare(execFileSync('pdftotext', ['-raw', path, '-'], { encoding: 'utf8' }))
}

const documentXml = (bytes: Uint8Array) => Buffer.from(unzipSync(bytes)['word/document.xml'] ?? []).toString()

const textOf = ({ bytes }: { bytes: Uint8Array }, format: 'pdf' | 'docx') =>
  format === 'pdf' ? searched(bytes) : readDocx(bytes).text

describe.each(['pdf', 'docx'] as const)('the bulletin of a quarter as %s', (format) => {
  test('has the figures of scale that the calls give', async () => {
    const text = textOf(await bulletin({ ...latest, format }), format)
    const asked = { ...latest, source: 'warehouse' } as const
    const [total] = await nation.statistics.getScaleLayout(asked)
    const places = await nation.statistics.getScaleLayout({ ...asked, groupBy: ['region'] })
    expect(text).toContain(bare(`累计功率 ${said(total?.ratedPower ?? 0)} 万千瓦`))
    expect(text).toContain(bare(`累计能量 ${said(total?.ratedEnergy ?? 0)} 万千瓦时`))
    expect(text).toContain(bare(`平均储能时长 ${quantity(total?.avgDuration, 'h')} 小时`))
    expect(text).toContain(bare(`新增 ${said(total?.addPower ?? 0)} 万千瓦`))
    expect(places).toHaveLength(32)
    for (const { label = '', projectCount, ratedPower, ratedEnergy, powerShare } of places) {
      const name = label.startsWith('新疆维吾尔') ? `${label}（不含兵团）` : label
      const figures = [projectCount, wan(ratedPower), wan(ratedEnergy), quantity(powerShare, '%')]
      expect(text).toContain(bare(`${name}${figures.join('')}`))
    }
  })

  test('has the figures of use and of reports that the calls give', async () => {
    const text = textOf(await bulletin({ ...latest, format }), format)
    const [use] = await nation.statistics.getUsage({ ...latest, source: 'warehouse' })
    expect(text).toContain(bare(`平均等效利用 ${quantity(use?.equivalentUtilizationHours, 'h')} 小时`))
    expect(text).toContain(bare(`平均转换效率 ${quantity(use?.conversionEfficiency, '%')}%`))
    const { dueProjects = 0, reportedProjects = 0, reportRate, powerRate } = use ?? {}
    expect(text).toContain(bare(`应报 ${dueProjects.toLocaleString('en')} 个项目`))
    expect(text).toContain(bare(`报送率 ${quantity(reportRate, '%')}%`))
    expect(text).toContain(bare(`按功率覆盖 ${quantity(powerRate, '%')}%`))
    expect(text).toContain(bare(`缺报 ${(dueProjects - reportedProjects).toLocaleString('en')} 个`))
  })

  test('says of a quarter without official use that it is not published, and no zeros', async () => {
    const text = textOf(await bulletin({ ...published, format }), format)
    expect(text).toContain('本期使用情况尚未发布，不列运行数据。')
    expect(text).toContain('本期使用情况尚未发布，不列报送情况。')
    expect(text).toMatch(/季报按功率覆盖率%尚未发布/)
    expect(text).not.toMatch(/应报\d|缺报|报送率|附表3/)
    const asked = { ...published, source: 'warehouse' } as const
    expect(await nation.statistics.getUsage(asked)).toEqual([])
    expect(await nation.statistics.getUsage({ ...asked, groupBy: ['region'] })).toEqual([])
    expect(await nation.statistics.getSpread(asked)).toEqual({ bins: [], rows: [] })
  })

  test('ends the tables of places with the whole', async () => {
    const text = textOf(await bulletin({ ...latest, format }), format)
    const [total] = await nation.statistics.getScaleLayout({ ...latest, source: 'warehouse' })
    const { projectCount = 0, ratedPower = 0, ratedEnergy = 0 } = total ?? {}
    const scale = [projectCount.toLocaleString('en'), wan(ratedPower), wan(ratedEnergy), '100.0']
    expect(text).toContain(bare(`合计${scale.join('')}`))
    const [use] = await nation.statistics.getUsage({ ...latest, source: 'warehouse' })
    const { dueProjects = 0, reportedProjects = 0, reportRate, powerRate } = use ?? {}
    const counts = [dueProjects, reportedProjects].map((each) => each.toLocaleString('en'))
    const rates = [reportRate, powerRate].map((each) => quantity(each, '%'))
    expect(text).toContain(bare(`全国${[...counts, ...rates].join('')}`))
  })

  test('has the medians of stations beside the means, and none of fewer than five stations', async () => {
    const client = await rig.sameAs('province_nx')
    const text = textOf(await bulletin({ ...latest, format }, client), format)
    const { rows } = await client.statistics.getSpread({
      ...{ ...latest, provinceCode: ['640000'] },
      source: 'warehouse',
    })
    const whole = (hours: number) => Math.round(hours).toLocaleString('en')
    const range = ({ p25, p75 }: { p25: number; p75: number }) => `${whole(p25)}–${whole(p75)}`
    const all = rows.find(({ by }) => by === 'all')
    expect(text).toContain(bare(`电站中位数 ${quantity(all?.median, 'h')} 小时`))
    expect(text).toContain(`居中的一半电站为${all && range(all)}小时`)
    const groups = rows.filter(({ by }) => by === 'appSubScenario' || by === 'region')
    expect(groups.some(({ projects }) => projects < 5)).toBe(true)
    for (const row of groups) {
      const shown = row.projects < 5 ? '——' : `${quantity(row.median, 'h')}${range(row)}`
      expect(text).toContain(`${quantity(row.mean, 'h')}${shown}`)
    }
  })

  test('is the same to the last byte when it is made again, and not another’s', async () => {
    const [first, second] = [await bulletin({ ...latest, format }), await bulletin({ ...latest, format })]
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
    const other = await bulletin({ ...published, format })
    expect(Buffer.compare(first.bytes, other.bytes)).not.toBe(0)
  })

  test('is marked as a draft for comment while a figure is provisional, and only then', async () => {
    expect(textOf(await bulletin({ ...latest, format }), format)).toContain('征求意见稿')
    const final = textOf(await bulletin({ ...published, format }), format)
    expect(final).not.toContain('征求意见稿')
    expect(final).toContain('2024年第4季度')
  })

  test('lists conditions, batch, rows and address of each number that is raised', async () => {
    const { bytes } = await bulletin({ ...latest, format })
    const text = textOf({ bytes }, format)
    const sources = text.slice(text.lastIndexOf('数据出处各项数据的条件'))
    const linked =
      format === 'pdf'
        ? [
            ...new Set(
              Buffer.from(bytes)
                .toString('latin1')
                .match(/\(source-\d+\)/g),
            ),
          ]
        : [...new Set(documentXml(bytes).match(/w:anchor="source\d+"/g))]
    const numbers = linked.map((each) => Number(/\d+/.exec(each)?.[0])).sort((a, b) => a - b)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    expect(numbers.length).toBeGreaterThan(8)
    const [total] = await nation.statistics.getScaleLayout({ ...latest, source: 'warehouse' })
    const period = `${latest.year}Q${latest.quarter}`
    const asOf = /&asOf=(\d{4}Q\d-\d\d)&/.exec(sources)?.[1] ?? ''
    const query = `quarter=${period}&source=warehouse&asOf=${asOf}&rows=ratedPower`
    expect(sources).toContain(
      `1在运项目、累计功率与能量、平均时长、新增功率${latest.year}年第${latest.quarter}季度末；全国；入库数据，在运（含停运）/scalelayout?${query}${period}-01（暂行）${total?.projectCount.toLocaleString('en')}`,
    )
    expect(await nation.statistics.getScaleLayout({ ...latest, source: 'warehouse', asOf })).toEqual([total])
    const base = `${PUBLIC_URL}/planningmonitoring/project`
    expect(sources).toContain(`链接为${base}之下的页面`)
    const address = `${base}/scalelayout?${query}`
    const written = format === 'pdf' ? Buffer.from(bytes).toString('latin1') : documentXml(bytes)
    expect(written.replaceAll('&amp;', '&')).toContain(address)
  })
})

describe('the bulletin of a quarter', () => {
  test('of a province has its own figures and title, and its cities', async () => {
    const province = await rig.sameAs('province_nx')
    const { bytes, fileName } = await bulletin({ ...latest, format: 'docx' }, province)
    const { text } = readDocx(bytes)
    const [own] = await province.statistics.getScaleLayout({ ...latest, source: 'warehouse' })
    expect(fileName).toContain('宁夏回族自治区')
    expect(text).toContain('宁夏回族自治区新型储能发展情况季度通报')
    expect(text).toContain(bare(`累计功率 ${said(own?.ratedPower ?? 0)} 万千瓦`))
    expect(text).toContain('银川市')
    expect(text).not.toContain('山东省')
    expect(text).not.toContain('2027年目标')
    const asked = await bulletin({ ...latest, format: 'docx', provinceCode: '640000' })
    expect(readDocx(asked.bytes).text).toContain(bare(`累计功率 ${said(own?.ratedPower ?? 0)} 万千瓦`))
  })

  test('is not given for a place outside the scope, or a quarter without a batch', async () => {
    const province = await rig.sameAs('province_nx')
    await expect(bulletin({ ...latest, provinceCode: '370000' }, province)).rejects.toMatchObject({
      kind: 'not-found',
      message: '该范围在此时期没有在运项目',
    })
    await expect(bulletin({ year: latest.year + 1, quarter: 4 })).rejects.toMatchObject({
      kind: 'not-found',
    })
    const enterprise = await rig.sameAs('enterprise_yc')
    await expect(bulletin(latest, enterprise)).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('as PDF contains its fonts; its title and draft mark are at the head', async () => {
    const { bytes } = await bulletin(latest)
    const { pages, title, missingFonts } = await readPdf(bytes)
    expect(missingFonts).toEqual([])
    expect(title).toBe('全国新型储能发展情况季度通报')
    for (const pieces of pages) expect(pieces.map(({ text }) => text).join('')).toContain('征求意见稿')
  })

  test('for Word has headings, tables and a chart whose figures can be read', async () => {
    const { bytes } = await bulletin({ ...latest, format: 'docx' })
    const { paragraphs, tables, names } = readDocx(bytes)
    const headings = paragraphs.filter(({ style }) => style === 'Heading1').map(({ text }) => text)
    expect(headings).toEqual([
      ...['一、总体规模', '二、区域布局', '三、运行情况', '四、报送情况'],
      ...['附表', '数据出处'],
    ])
    // The indicators, three annexes and the sources.
    expect(tables.length).toBe(5)
    expect(names).toContain('word/charts/chart1.xml')
  })
})
