import {
  annualReports,
  assessment,
  demoProjects,
  demoReview,
  indexValues,
  progress,
  provincialDemos,
  workReports,
} from '@xinchu/sdk'
import { callsOf } from './query-client.ts'
import { usual } from './sdk.ts'

/** The calls of the platform with those of demonstration projects and of reports, which the first page does not load. */
export const sdkOf = callsOf({
  ...usual,
  ...{ annualReports, assessment, demoProjects, demoReview, indexValues },
  ...{ progress, provincialDemos, workReports },
})

export type Sdk = ReturnType<typeof sdkOf>
