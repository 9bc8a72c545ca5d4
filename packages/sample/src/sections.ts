import { SectionStatus } from '@xinchu/contract/codes'
import { insertRows, type Trx } from '@xinchu/server/sample-port'
import { sql } from 'kysely'
import { policies } from './policies.ts'

const NATIONAL = '1'
const IN_FORCE = '1'
const REPLACED = '3'

/** Columns that all entries share, so that they go into few statements. */
const shared = {
  status: SectionStatus.published,
  create_by: 'policy_edit',
  update_by: 'policy_edit',
  attachment_ids: [],
  research_fields: [],
  pinned: false,
}

// Home pages of the offices that issued the documents: the addresses of single documents change.
const HOMES: readonly (readonly [office: string, address: string])[] = [
  ['国务院办公厅', 'https://www.gov.cn/'],
  ['国家发展改革委', 'https://www.ndrc.gov.cn/'],
  ['国家能源局', 'https://www.nea.gov.cn/'],
  ['工业和信息化部', 'https://www.miit.gov.cn/'],
  // Its duties passed to 国家能源局.
  ['国家电力监管委员会', 'https://www.nea.gov.cn/'],
]
const homeOf = (issueOrg: string) => HOMES.find(([office]) => issueOrg.startsWith(office))?.[1] ?? null

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('')

const policyRows = () =>
  policies.map(
    ({ title, docNo, issueOrg, date, type, effectiveDate, validity, isPinned, summary, points }) => ({
      ...shared,
      category: 'policy',
      title,
      doc_no: docNo,
      issue_org: issueOrg,
      publish_date: date || null,
      effective_date: effectiveDate || null,
      policy_level: NATIONAL,
      policy_type: type,
      validity: validity || IN_FORCE,
      pinned: isPinned,
      summary,
      content:
        points.length > 0
          ? `<h3>要点</h3><ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul><p>以上为内容提要，以发布机关公布的正式文本为准。</p>`
          : paragraphs([summary, '以上为内容提要，以发布机关公布的正式文本为准。']),
      source: issueOrg.split(' ')[0],
      source_url: homeOf(issueOrg),
    }),
  )

type Industry = readonly [
  company: string,
  link: string,
  tech: string,
  capacity: number,
  unit: string,
  region: string,
]

// Invented companies: no real one is described.
const INDUSTRY: readonly Industry[] = [
  ['演示一号正极材料有限公司', '1', '01', 60, 'GWh', '430000'],
  ['演示二号储能电芯有限公司', '2', '01', 40, 'GWh', '350000'],
  ['演示三号钠离子电池有限公司', '2', '02', 5, 'GWh', '340000'],
  ['演示四号储能变流器有限公司', '3', '01', 20, 'GW', '320000'],
  ['演示五号能量管理系统有限公司', '4', '01', 3000, '台套', '110000'],
  ['演示六号储能系统集成有限公司', '5', '01', 15, 'GWh', '440000'],
  ['演示七号温控消防设备有限公司', '6', '01', 8000, '台套', '330000'],
  ['演示八号压缩机与膨胀机有限公司', '7', '05', 12, '台套', '210000'],
  ['演示九号全钒液流电池有限公司', '5', '03', 2, 'GWh', '510000'],
  ['演示十号电池检测与回收有限公司', '8', '01', 3, 'GWh', '360000'],
]

const industryRows = (year: number) =>
  INDUSTRY.map(([company, link, tech, capacity, unit, region], at) => ({
    ...shared,
    category: 'industry',
    title: `${company}（演示数据）`,
    company_name: company,
    chain_link: link,
    tech_type: tech,
    annual_capacity: capacity,
    capacity_unit: unit,
    employees: 200 + at * 60,
    rd_ratio: 5 + (at % 4),
    year,
    region_code: region,
    publish_date: `${year}-03-${String(at + 1).padStart(2, '0')}`,
    summary: '演示数据：企业与数字均为虚构，用于说明产业信息的填报与查询。',
  }))

type Platform = readonly [
  name: string,
  host: string,
  level: string,
  fields: readonly string[],
  region: string,
]

// Invented platforms.
const PLATFORMS: readonly Platform[] = [
  ['演示电化学储能创新中心', '演示大学', '1', ['电化学储能', '电池安全'], '110000'],
  ['演示压缩空气储能实验室', '演示研究院', '1', ['压缩空气储能', '热力系统'], '320000'],
  ['演示液流电池工程中心', '演示化学研究所', '2', ['液流电池', '离子膜'], '210000'],
  ['演示构网型储能实验室', '演示电力科学研究院', '2', ['构网控制', '电力系统稳定'], '640000'],
  ['演示储能安全与消防试验基地', '演示安全技术有限公司', '3', ['热失控', '消防联动'], '340000'],
  ['演示储能标准与检测平台', '演示检测技术有限公司', '3', ['并网检测', '标准'], '440000'],
]

const platformRows = (year: number) =>
  PLATFORMS.map(([name, host, level, researchFields, region], at) => ({
    ...shared,
    category: 'platform',
    title: `${name}（演示数据）`,
    platform_name: name,
    platform_level: level,
    host_org: host,
    research_fields: researchFields,
    year,
    region_code: region,
    publish_date: `${year}-04-${String(at + 1).padStart(2, '0')}`,
    summary: '演示数据：平台与单位均为虚构，用于说明创新平台信息的填报与查询。',
  }))

/** Policies that are public, and industry and platforms that are invented and say so. */
export async function loadSections(trx: Trx, today: string): Promise<void> {
  const year = Number(today.slice(0, 4)) - 1
  for (const rows of [policyRows(), industryRows(year), platformRows(year)])
    await insertRows(trx, 'section_info', rows)
  for (const { docNo, supersedes } of policies.filter((policy) => policy.supersedes !== ''))
    await sql`
      update section_info s set supersedes_id = old.id from section_info old
      where s.doc_no = ${docNo} and old.doc_no = ${supersedes} and old.validity = ${REPLACED}`.execute(trx)
}
