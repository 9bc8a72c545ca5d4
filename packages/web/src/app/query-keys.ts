/**
 * Prefixes of the query keys that several features read or make stale. A feature nests its own reads below the prefix of
 * the data they show, so that a write refreshes them without knowing them.
 */
export const queryKeys = {
  /** Projects, and pairs of projects that may be duplicates. */
  projects: ['projects'],
  /** Demonstration projects: applications and their flow. */
  demos: ['demos'],
  /** Quarterly and yearly reports, and the fill windows. */
  periodic: ['periodic'],
  /** The reviewer's desk, remarks and differences. */
  review: ['review'],
  /** Provincial demonstration projects and work reports. */
  provincial: ['provincial'],
  /** The catalogue of indices, and what announced demonstration projects report. */
  demoReports: ['demo-reports'],
  /** Objections to publicised projects. */
  objections: ['objections'],
  messages: ['messages'],
  /** What the user typed into forms and has not saved. */
  unsaved: ['unsaved'],
  statistics: ['statistics'],
  /** Entries of dictionaries, as forms offer them. */
  dicts: ['dicts'],
} as const
