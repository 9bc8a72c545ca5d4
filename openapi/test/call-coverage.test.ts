import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import document from '../../packages/contract/src/gen/openapi.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')

/** The TypeScript below some folders, as one text. */
function sourcesOf(...folders: string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
        .map((name) => readFileSync(join(root, folder, name), 'utf8')),
    )
    .join('\n')
}

/** All functions of the SDK, as `resource.method`. */
const functions = Object.values(document.paths)
  .flatMap((item) => Object.values<unknown>(item))
  .flatMap((operation) => {
    const at = Object(operation) as { 'x-sdk'?: { resource: string; method: string } }
    return at['x-sdk'] ? [`${at['x-sdk'].resource}.${at['x-sdk'].method}`] : []
  })

const methodOf = (name: string) => name.slice(name.indexOf('.') + 1)

/** Methods that the browser's own objects have too: alone they tell nothing. */
const OF_BROWSERS: ReadonlySet<string> = new Set(['getAll'])

/** Tells if a text calls a function: by resource and name, or by name alone where the name is unique. */
function calls(text: string, name: string): boolean {
  const method = methodOf(name)
  const isAlone =
    !OF_BROWSERS.has(method) && functions.filter((other) => methodOf(other) === method).length === 1
  const resource = name.slice(0, name.indexOf('.'))
  const before = isAlone ? '' : `\\b${resource}(\\(\\w*\\))?\\)?[?!]?`
  return new RegExp(`${before}\\.${methodOf(name)}\\b`).test(text)
}

test('every function of the SDK is called by a test', () => {
  const tests = sourcesOf('packages/sdk/test', 'packages/sdk/examples', 'packages/server/test', 'e2e')
  expect(functions.filter((name) => !calls(tests, name))).toEqual([])
})

// Functions for scripts only, and those that the portal replaces by another function.
const WITHOUT_SCREEN: Record<string, string> = {
  'annualReports.getTasks': 'task pages take all kinds of task from one call',
  'annualReports.upload': 'the form sends files by the common upload',
  'auth.login': 'the log-in uses the SDK’s session',
  'auth.refreshToken': 'the SDK refreshes by itself',
  'demoProjects.downloadFile': 'files are opened by their own addresses',
  'demoProjects.getAll': 'lists are read page by page',
  'demoProjects.getExcellentExpertProgress': 'the progress page has all stages in one call',
  'demoProjects.getExcellentProjectPage': 'the results come by group',
  'demoProjects.getExcellentTypeStatus': 'the results come by group',
  'demoProjects.getPlatformProjectPage': 'the formal check reads what was submitted',
  'demoProjects.getPrimaryExcellentUnion': 'the results come by group',
  'demoProjects.uploadFile': 'the form sends files by the common upload',
  'demoProjects.checkUnique': 'saving a draft says so at the field',
  'demoReview.getScoreOpening': 'the progress of a review has it',
  'events.read': 'for programs of other systems',
  'files.finishUpload': 'helpers.uploadFile makes it',
  'files.getUpload': 'helpers.uploadFile makes it',
  'files.putPart': 'helpers.uploadFile makes it',
  'files.startUpload': 'helpers.uploadFile makes it',
  'files.upload': 'helpers.uploadFile makes it',
  'health.check': 'for those who run the platform',
  'menus.listDescendantIds': 'the tree holds its branches',
  'messages.streamRecords': 'helpers.followUnread makes it',
  'messages.streamUnreadCount': 'helpers.followUnread makes it',
  'projects.listCitySummaries': 'the statistics have all levels in one call',
  'projects.listCountyCompanies': 'the statistics have all levels in one call',
  'projects.listCountySummaries': 'the statistics have all levels in one call',
  'projects.listProvinceSummaries': 'the statistics have all levels in one call',
  'provincialDemos.check': 'saving a draft says so at the field',
  'review.countRemarks': 'for reports of others',
  'rules.download': 'a link of the rule book, which a browser follows itself',
  'projects.listDeleted': 'for programs, which restore by the ids that they deleted',
  'demoProjects.listDeleted': 'for programs, which restore by the ids that they deleted',
  'provincialDemos.listDeleted': 'for programs, which restore by the ids that they deleted',
  'statistics.listChinaDict': 'the portal reads the tree',
  'webhooks.create': 'for programs of other systems',
  'webhooks.delete': 'for programs of other systems',
  'webhooks.list': 'for programs of other systems',
  'webhooks.listDeliveries': 'for programs of other systems',
  'webhooks.renewSecret': 'for programs of other systems',
  'webhooks.sendTest': 'for programs of other systems',
  'webhooks.update': 'for programs of other systems',
  'users.checkInfo': 'the registration asks field by field',
}

describe('the portal', () => {
  const portal = sourcesOf('packages/web/src')

  test('calls every function that is not named as one without a screen', () => {
    const uncalled = functions.filter((name) => !calls(portal, name))
    expect(uncalled.filter((name) => !WITHOUT_SCREEN[name])).toEqual([])
  })

  test('calls none that is named as one without a screen', () => {
    const named = Object.keys(WITHOUT_SCREEN)
    expect(named.filter((name) => !functions.includes(name) || calls(portal, name))).toEqual([])
  })
})
