const desk = <Kind extends string>(kind: Kind) => [`/esproject/desk/index?id=${kind}-:id`] as const

/**
 * Addresses by kind of record and what the reader does with it. The first is the usual one; a reader gets the first that
 * his menus open.
 */
export const SCREENS = {
  'PROJECT.read': ['/esproject/detail/:id'],
  'PROJECT.list': ['/esproject/declare/index', '/esproject/audit/index', '/esproject/query/index'],
  'PROJECT.write': ['/esproject/declare/form?id=:id'],
  // Authorities fill in their own stations' quarters in the list that they review.
  'USAGE.write': ['/decision/quarter/enterprise/index', '/decision/quarter/government/index'],
  'USAGE.review': desk('usage'),
  'USAGE.list': ['/decision/quarter/government/index'],
  'YEARCALC.write': ['/decision/year/calculation/index'],
  'YEARCALC.review': desk('yearcalc'),
  'DEMO.write': ['/demonstration/apply/form?id=:id'],
  'DEMO.list': [
    '/demonstration/apply/index',
    '/demonstration/recommend/province',
    '/demonstration/recommend/group',
    '/demonstration/platform/index',
    '/demonstration/national/index',
  ],
  'DEMO.read': ['/demonstration/detail/:id'],
  'DEMO.recommend': ['/demonstration/recommend/province?id=:id', '/demonstration/recommend/group?id=:id'],
  'DEMO.accept': ['/demonstration/platform/index?id=:id', '/demonstration/national/index?id=:id'],
  'DEMO.assign': ['/demonstration/excellent/group?id=:id'],
  'DEMO.decide': ['/demonstration/platform/index?id=:id', '/demonstration/excellent/result?id=:id'],
  'DEMO.score-primary': ['/demonstration/expert/primary?project=:id'],
  'DEMO.score-excellent': ['/demonstration/expert/excellent?project=:id'],
  'BATCH.read': ['/demonstration/publicity/index', '/demonstration/query/index'],
  'DEMO.assess': ['/demonstration/assess/index'],
  'PROGRESS.write': ['/demonstration/progress/index'],
  'PROGRESS.review': desk('progress'),
  'ANNUAL.write': ['/demonstration/annual/index'],
  'ANNUAL.review': desk('annual'),
  'PROV_DEMO.list': ['/provincial/demonstration/index'],
  'PROV_DEMO.write': ['/provincial/demonstration/index?id=:id'],
  'WORK_REPORT.write': ['/provincial/workreport/index'],
  'DESK.list': ['/esproject/desk/index'],
  'OBJECTION.review': desk('objection'),
  'APPEAL.list': ['/esproject/repeat/index'],
  'REGISTRATION.list': ['/system/registration/index'],
  'EXPERT_TASK.list': ['/experttaskment/index'],
  'EXPERT_GROUP.list': ['/demonstration/excellent/group'],
  'SCALE.read': [
    '/planningmonitoring/project/scalelayout',
    '/planningmonitoring/project/scalelayoutRegion',
    '/planningmonitoring/project/scalelayoutProvince',
  ],
  'OFFICIAL.read': ['/planningmonitoring/project/warehouse'],
  'ACCOUNT.write': ['/user/center'],
  'MESSAGE.read': ['/user/messageinformation'],
  'POLICY.list': ['/policyQuery/index', '/policyMent/index'],
  'INDUSTRY.list': ['/industryQuery/index', '/industryMent/index'],
  'PLATFORM.list': ['/platformQuery/index', '/platformMent/index'],
  'CONTACT.list': ['/contact/index'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

export type ScreenKey = keyof typeof SCREENS

/** Pages that another page's menu opens. */
const OPENED_BY: Readonly<Record<string, string>> = {
  '/esproject/declare/form': '/esproject/declare/index',
  '/demonstration/apply/form': '/demonstration/apply/index',
  '/demonstration/publicity/index': '/demonstration/excellent/result',
}

/** Pages that every account has. */
const OF_ALL: ReadonlySet<string> = new Set(['/user/center', '/user/messageinformation'])

/** The address of an address's menu: its path, with parameters as `:name`; undefined for a page of every account. */
export function menuOf(address: string): string | undefined {
  const [path = ''] = address.split('?')
  return OF_ALL.has(path) ? undefined : (OPENED_BY[path] ?? path)
}
