import { ReportStatus } from '@xinchu/contract/codes'
import type { components } from '@xinchu/contract/schema'

type Schemas = components['schemas']
type Fields = Schemas['ProvincialDemoFields']

/** A project that a province approved, in the state of its report. */
interface Station {
  province: string
  status: ReportStatus
  content: Fields & { projectName: string }
}

type Line = readonly [
  province: string,
  /** The divisions of the Corps belong to no city. */
  cityCode: string | undefined,
  name: string,
  company: string,
  techType: string,
  power: number,
  energy: number,
  build: Schemas['BuildStatus'],
  docNo: string,
  status: ReportStatus,
]

const { draft, submitted, returnedByNation, confirmed } = ReportStatus

const LINES: readonly Line[] = [
  [
    '640000',
    '640300',
    '宁夏红寺堡共享储能省级示范项目',
    '宁夏红寺堡共享储能有限公司',
    '01',
    100,
    200,
    '4',
    '宁发改能源〔{year}〕18号',
    confirmed,
  ],
  [
    '640000',
    '640500',
    '宁夏中卫全钒液流储能省级示范项目',
    '中卫绿储科技有限公司',
    '03',
    50,
    200,
    '3',
    '宁发改能源〔{year}〕18号',
    submitted,
  ],
  [
    '640000',
    '640200',
    '宁夏石嘴山构网型储能省级示范项目',
    '石嘴山构网储能有限公司',
    '01',
    200,
    400,
    '3',
    '宁发改能源〔{year}〕18号',
    returnedByNation,
  ],
  [
    '640000',
    '640100',
    '宁夏灵武钠离子储能省级示范项目',
    '灵武钠储新能源有限公司',
    '02',
    20,
    40,
    '2',
    '宁发改能源〔{year}〕21号',
    draft,
  ],
  [
    '660000',
    undefined,
    '兵团石河子独立储能示范项目',
    '石河子天富储能有限公司',
    '01',
    100,
    400,
    '3',
    '兵发改能源〔{year}〕6号',
    submitted,
  ],
  [
    '150000',
    '150600',
    '内蒙古鄂尔多斯压缩空气储能省级示范项目',
    '鄂尔多斯压缩空气储能有限公司',
    '05',
    100,
    400,
    '3',
    '内能源新能〔{year}〕33号',
    confirmed,
  ],
  [
    '370000',
    '370900',
    '山东泰安盐穴压缩空气储能省级示范项目',
    '泰安盐穴储能有限公司',
    '05',
    150,
    600,
    '3',
    '鲁能源科技〔{year}〕9号',
    submitted,
  ],
  [
    '320000',
    '320500',
    '江苏苏州用户侧储能聚合省级示范项目',
    '苏州聚能储能科技有限公司',
    '01',
    30,
    60,
    '4',
    '苏发改能源发〔{year}〕27号',
    confirmed,
  ],
  [
    '440000',
    '440600',
    '广东佛山浸没式液冷储能省级示范项目',
    '佛山液冷储能有限公司',
    '01',
    100,
    200,
    '4',
    '粤能新能〔{year}〕12号',
    submitted,
  ],
  [
    '620000',
    '620900',
    '甘肃酒泉熔盐储热省级示范项目',
    '酒泉光热储能有限公司',
    '08',
    50,
    300,
    '2',
    '甘发改能源〔{year}〕15号',
    submitted,
  ],
]

// From this state on a station operates.
const OPERATING = '4'

/** The projects that provinces approved in a year. Their files are not part of the demonstration. */
export const provincialStations = (year: number): Station[] =>
  LINES.map(
    ([
      province,
      cityCode,
      projectName,
      companyName,
      techType,
      ratedPower,
      ratedEnergy,
      build,
      no,
      status,
    ]) => ({
      province,
      status,
      content: {
        projectName,
        year,
        batchNo: 1,
        ...(cityCode ? { cityCode } : { countyCode: '659001' }),
        companyName,
        techType,
        appScenario: '2',
        ratedPower,
        ratedEnergy,
        totalInvestment: ratedEnergy * 110,
        buildStatus: build,
        ...(build === OPERATING ? { commissionDate: `${year}-06-30` } : {}),
        approveDocNo: no.replace('{year}', String(year)),
        approveDate: `${year}-03-18`,
        recommendNational: ratedPower >= 100,
      } as Station['content'], // the codes are values of the dictionaries
    }),
  )
