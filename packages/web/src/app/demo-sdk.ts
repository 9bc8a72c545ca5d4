import {
  annualReports,
  assessment,
  bind,
  demoProjects,
  demoReview,
  indexValues,
  progress,
  provincialDemos,
  workReports,
} from '@xinchu/sdk'
import { connection } from './connection.ts'
import { sdk as usual } from './sdk.ts'

/** The calls of the platform with those of demonstration projects and of reports, which the first page does not load. */
export const sdk = {
  ...usual,
  ...bind(connection, {
    ...{ annualReports, assessment, demoProjects, demoReview, indexValues },
    ...{ progress, provincialDemos, workReports },
  }),
}
