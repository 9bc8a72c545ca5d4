import type { Category } from './queries.ts'

interface Kind {
  title: string
  /** What is asked of an article beside its title, summary and text. */
  names: readonly string[]
  /** What stands in the list beside the title. */
  listed: readonly string[]
}

/** What each column of the portal holds; captions are the contract's. */
export const categories: Readonly<Record<Category, Kind>> = {
  policy: {
    title: '政策',
    names: [
      'docNo',
      'issueOrg',
      'policyLevel',
      'policyType',
      'validity',
      'publishDate',
      'effectiveDate',
      'regionCode',
      'source',
      'sourceUrl',
    ],
    listed: ['docNo', 'issueOrg', 'policyLevel', 'policyType', 'publishDate'],
  },
  industry: {
    title: '产业',
    names: [
      'companyName',
      'creditCode',
      'chainLink',
      'techType',
      'annualCapacity',
      'capacityUnit',
      'outputValue',
      'employees',
      'rdRatio',
      'year',
      'regionCode',
    ],
    listed: ['companyName', 'chainLink', 'techType', 'year'],
  },
  platform: {
    title: '创新平台',
    names: [
      'platformName',
      'platformLevel',
      'hostOrg',
      'leader',
      'year',
      'establishedDate',
      'regionCode',
      'achievements',
    ],
    listed: ['platformName', 'platformLevel', 'hostOrg', 'leader', 'year'],
  },
}
