import type { Handlers } from '../contract/types.ts'
import { auditLogHandlers } from './audit-log.ts'
import { authHandlers } from './auth.ts'
import { dictHandlers } from './dict.ts'
import { documentHandlers } from './documents.ts'
import { projectHandlers } from './es-project.ts'
import { importHandlers } from './es-project-import.ts'
import { projectMapHandlers } from './es-project-map.ts'
import { repeatHandlers } from './es-project-repeat.ts'
import { eventHandlers } from './events.ts'
import { fileSessionHandlers } from './file-sessions.ts'
import { fileHandlers } from './files.ts'
import { fillTimeHandlers } from './fill-time.ts'
import { generalItemHandlers } from './general-items.ts'
import { homeHandlers } from './home.ts'
import { menuHandlers } from './menus.ts'
import { messageHandlers } from './messages.ts'
import { orgHandlers } from './org.ts'
import { peopleHandlers } from './people.ts'
import { pilotAssignHandlers } from './pilot-assign.ts'
import { pilotProjectHandlers } from './pilot-project.ts'
import { pilotReportHandlers } from './pilot-reports.ts'
import { pilotResultHandlers } from './pilot-result.ts'
import { pilotReviewHandlers } from './pilot-review.ts'
import { pilotScoreHandlers } from './pilot-score.ts'
import { platformHandlers } from './platform.ts'
import { provincialHandlers } from './provincial.ts'
import { publicObjectionHandlers } from './public-objection.ts'
import { regionHandlers } from './regions.ts'
import { registrationHandlers } from './registrations.ts'
import { reviewHandlers } from './review.ts'
import { roleHandlers } from './roles.ts'
import { ruleHandlers } from './rules.ts'
import { savedQueryHandlers } from './saved-queries.ts'
import { searchHandlers } from './search.ts'
import { sectionHandlers } from './section.ts'
import { securityHandlers } from './security.ts'
import { statisticsHandlers } from './statistics.ts'
import { unsavedHandlers } from './unsaved.ts'
import { userHandlers } from './users.ts'
import { warehouseHandlers } from './warehouse.ts'
import { webhookHandlers } from './webhooks.ts'

/** Handlers of all served operations. */
export const handlers: Handlers = {
  ...auditLogHandlers,
  ...authHandlers,
  ...pilotAssignHandlers,
  ...pilotResultHandlers,
  ...pilotReviewHandlers,
  ...pilotScoreHandlers,
  ...pilotProjectHandlers,
  ...pilotReportHandlers,
  ...dictHandlers,
  ...documentHandlers,
  ...eventHandlers,
  ...fileHandlers,
  ...fileSessionHandlers,
  ...fillTimeHandlers,
  ...importHandlers,
  ...generalItemHandlers,
  ...homeHandlers,
  ...menuHandlers,
  ...messageHandlers,
  ...orgHandlers,
  ...platformHandlers,
  ...projectHandlers,
  ...projectMapHandlers,
  ...provincialHandlers,
  ...publicObjectionHandlers,
  ...regionHandlers,
  ...repeatHandlers,
  ...reviewHandlers,
  ...roleHandlers,
  ...ruleHandlers,
  ...statisticsHandlers,
  ...savedQueryHandlers,
  ...searchHandlers,
  ...sectionHandlers,
  ...securityHandlers,
  ...peopleHandlers,
  ...registrationHandlers,
  ...unsavedHandlers,
  ...userHandlers,
  ...warehouseHandlers,
  ...webhookHandlers,
}
