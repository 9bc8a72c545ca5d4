import { CountryStatus, DeclareStatus } from '@xinchu/contract/codes'

/** Name of a project's state: the nation's review once the province has sent it up. */
export const stateLabel = (project: {
  countryStatus: CountryStatus
  countryStatusLabel?: string
  declareStatus: DeclareStatus
  declareStatusLabel?: string
}): string | undefined =>
  project.countryStatus === CountryStatus.none || project.declareStatus !== DeclareStatus.passed
    ? project.declareStatusLabel
    : project.countryStatusLabel

/** States of a project that a level returned to its author. */
export const RETURNED_STATES: readonly DeclareStatus[] = [
  DeclareStatus.returnedByCounty,
  DeclareStatus.returnedByCity,
  DeclareStatus.returnedByProvince,
]

/** Whether a project waits for its author's correction. */
export const isReturnedProject = ({ declareStatus }: { declareStatus: DeclareStatus }): boolean =>
  RETURNED_STATES.includes(declareStatus)

/** Whether a project was returned: by a level to its author, or by the nation to the province. */
export const isReturned = (project: {
  declareStatus: DeclareStatus
  countryStatus: CountryStatus
}): boolean =>
  project.declareStatus === DeclareStatus.passed
    ? project.countryStatus === CountryStatus.returned
    : isReturnedProject(project)
