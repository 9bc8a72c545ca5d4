import type { Category } from './queries.ts'

interface Kind {
  title: string
  /** Fields of an article besides title, summary and text. */
  names: readonly string[]
  /** Columns of the list besides the title. */
  listed: readonly string[]
}

/** Fields and columns of each category. Captions come from the contract. */
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
