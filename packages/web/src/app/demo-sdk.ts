import {
  annualReports,
  assessment,
  bind,
  demoReview,
  indexValues,
  progress,
  provincialDemos,
  workReports,
} from '@xinchu/sdk'
import { connection } from './connection.ts'
import { sdk as usual } from './sdk.ts'

/** The calls of the platform with those of expert reviews and reports, which the first page does not load. */
export const sdk = {
  ...usual,
  ...bind(connection, {
    ...{ annualReports, assessment, demoReview, indexValues },
    ...{ progress, provincialDemos, workReports },
  }),
}
