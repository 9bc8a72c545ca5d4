/** Screens on which nothing is written. Regions and provinces read the values that the nation confirms. */
export const reading: readonly string[] = [
  '/planningmonitoring/project/map',
  '/planningmonitoring/project/pipeline',
  '/planningmonitoring/project/usageRegion',
  '/planningmonitoring/project/usageProvince',
  '/provicetaskment/index',
  '/citytaskment/index',
  '/countytaskment/index',
  '/centralEnterprisestaskment/index',
  '/platfortaskmment/index',
  '/esproject/repeat/index',
  '/system/distribution/index',
  '/system/distribution/accounts',
  '/system/audit/index',
  '/contact/index',
  '/policyQuery/index',
  '/industryQuery/index',
  '/platformQuery/index',
  '/demonstration/detail/$id',
  '/demonstration/query/index',
  '/search',
  '/rules/index',
  '/rules',
  '/rules/$code',
]

/** Screens whose write needs others' work before it, or can be done once, by the test that does it. */
export const writtenElsewhere: Readonly<Record<string, string>> = {
  '/planningmonitoring/calculation/index': 'periodic',
  '/esproject/repeat/contrast': 'duplicates',
  '/demonstration/expert/excellent': 'pilot-batch',
  '/demonstration/excellent/result': 'pilot-batch',
  '/demonstration/publicity/index': 'pilot-batch',
  '/system/registration/index': 'registration-review',
}
