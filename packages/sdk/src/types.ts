// The contract's schemas under their own names, and the most used ones under the names of their resources.
import type {
  EsProject,
  EsProjectDraft,
  EsProjectFilter,
  EsProjectPage,
  EsProjectRow,
  EsProjectUpdate,
} from './gen/models.ts'

export type * from './gen/models.ts'
export type Project = EsProject
export type ProjectDraft = EsProjectDraft
export type ProjectFilter = EsProjectFilter
export type ProjectPage = EsProjectPage
export type ProjectRow = EsProjectRow
export type ProjectUpdate = EsProjectUpdate
