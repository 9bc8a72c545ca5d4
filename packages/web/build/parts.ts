import type { Rolldown } from 'vite'

const any = (...names: string[]) => `(?:${names.join('|')})`

const BASE = [
  'src/app/(?:connection|public-pages|tell|visitor)\\.ts$',
  'src/lib/(?:once-per|store|(?:shared|use)-[a-z]+)\\.ts$',
  'features/session/platform-settings\\.ts$',
  `web/src/ui/${any('field', 'notice', 'plain-button')}\\.tsx$`,
  `validators/src/${any('rule', 'rules/account', 'rules/non-empty')}\\.ts$`,
  'sdk/src/gen/resources/(?:auth|platform)\\.ts$',
  'sdk/src/(?:connect|errors|http/[a-z-]+|session/[a-z-]+)\\.ts$',
  'node_modules/openapi-fetch/',
  'vite/preload-helper',
]
const PUBLIC = [...['first-login', 'grid-artwork', 'login', 'navigation', 'page-parts']]
const KIT = ['button', 'form/regions', 'icons', 'inputs', 'ports', 'states', 'use-media']
const FORM_CORE = [
  ...['context', 'form', 'form-card', 'form-core', 'input-field', 'issues'],
  ...['password-fields', 'sms-field', 'spec-issue', 'store', 'use-field', 'values'],
]
const RADIX = [
  ...['@radix-ui', '@floating-ui', 'aria-hidden', 'react-remove-scroll', 'react-remove-scroll-bar'],
  ...['react-style-singleton', 'use-callback-ref', 'use-sidecar', 'get-nonce'],
]

// Parts of the frame that come when they are asked for, and screens.
const PRESSED = [
  'home-screen',
  'later',
  'close-dialog',
  'recent-dialog',
  'shortcut-dialog',
  'drawer',
  'embedded',
  'folder-page',
  'search-dialog',
  'settings-dialog',
  'tag-list',
  'tag-menu',
  'user-menu-list',
  'menu-search',
  'search-results',
  'kept-forms',
  'logout-question',
  'unread-alert',
  'unsaved-dialog',
  'use-found',
  'watermark',
  'password-banner',
]
// Modules of the application that few screens use.
const FEW = [
  'audit-link',
  'late-ports',
  'pilot-sdk',
  'early-calls',
  'granted-action',
  'watch-version',
  'old-filters',
  'guide',
  'people-sdk',
  'use-autosave',
  'use-can',
  'use-opener-focus',
  'search',
  'search-conditions',
  'send-file',
  'start-link',
  'unsaved',
  'unsaved-kinds',
]
// What lists of records show.
const OF_LISTS = [
  ...['project-columns', 'project-name', 'project-sums', 'reader', 'returned-states', 'window-status'],
]
// What the frame and the statistics know about records.
const OF_FRAME = ['source-line', 'stat-periods']
// What the finding of a statistics page needs.
const FINDING = [
  ...[
    'page-filter',
    'page-head',
    'queries',
    'rows/figure-link',
    'shown',
    'shown-page',
    'units',
    'use-area',
    'use-periods',
  ],
]
const FIGURES = [
  ...['card-frame', 'chart', 'chart-card', 'figure-columns', 'further', 'map-card', 'map-name', 'map-note'],
  ...['place-list', 'share-bars'],
]

const part = (name: string, ...tests: string[]): Rolldown.CodeSplittingGroup => ({
  name,
  test: new RegExp(tests.join('|')),
})

/**
 * Groups modules into chunks, so that a page loads few files and little it does not need. A chunk includes its modules'
 * imports unless an earlier chunk has them, so the order matters. Unlisted modules are split by importer.
 */
export const parts: Rolldown.CodeSplittingGroup[] = [
  part('react', `node_modules/${any('react', 'react-dom', 'scheduler')}/`),
  // Shared by all pages, public or not.
  part('base', ...BASE),
  // Shared by the log-in page and the log-in over a page.
  part('log-in', 'features/session/(?:captcha|use-otp)\\.tsx?$', 'sdk/src/helpers/[a-z-]*otp\\.ts$'),
  // Shared by public forms and the application.
  part(
    'account',
    `sdk/src/gen/resources/${any('dicts', 'statistics')}\\.ts$`,
    'contract/src/gen/codes\\.ts$',
  ),
  // Each is bound by the one feature that needs it.
  ...['audit-log', 'roles', 'rules', 'security', 'sections', 'imports', 'unsaved'].map((name) =>
    part(`${name}-calls`, `sdk/src/gen/resources/${name}\\.ts$`),
  ),
  part(
    'pilot-calls',
    `sdk/src/gen/resources/${any('annual-reports', 'assessment', 'demo-(?:projects|review)', 'index-values', 'progress')}\\.ts$`,
    `sdk/src/gen/resources/${any('provincial-demos', 'work-reports')}\\.ts$`,
  ),
  // Shared by public forms and the management of users.
  part('people-calls', `sdk/src/gen/resources/${any('departments', 'orgs', 'regions', 'users')}\\.ts$`),
  part('home-calls', 'sdk/src/gen/resources/home\\.ts$'),
  part('public', 'web/src/public(?:/|-main\\.ts$)', `features/session/${any(...PUBLIC)}\\.tsx?$`),
  part('rules', 'validators/src/(?:messages|record|registry|rules/[a-z0-9-]+)\\.ts$'),
  // Shared by public pages and the application.
  part('files', 'web/src/lib/(?:save-file|file-size)\\.ts$'),
  // Shared by the chart library and dialogs only.
  part('tslib', 'node_modules/tslib/'),
  part('radix', `node_modules/${any(...RADIX)}/`),
  part('dialog', 'web/src/ui/dialog\\.tsx$'),
  part('kit', `web/src/ui/${any(...KIT)}\\.tsx?$`, 'web/src/lib/stored\\.ts$'),
  // Shared by public and internal forms, and modules of public pages only.
  part('form-core', `web/src/ui/form/${any(...FORM_CORE)}\\.tsx?$`),
  part('forms', `features/session/${any('account-page', 'captcha-field', 'use-sending')}\\.tsx?$`),
  part('pickers', `web/src/ui/form/${any('picker', 'region-select')}\\.tsx?$`),
  part(
    'router',
    `node_modules/@tanstack/${any('react-router', 'router-core', 'history', 'store', 'react-store')}/`,
  ),
  // All other calls come with the library that makes them.
  part(
    'query',
    'node_modules/@tanstack/(?:react-query|query-core)/',
    'sdk/src/gen/resources(?!/publications)',
  ),
  // The frame without on-demand parts, and modules used by most of its pages.
  part(
    'app',
    `web/src/app/(?!security/|${any(...FEW)}\\.tsx?$)`,
    `web/src/records/${any(...OF_FRAME)}\\.tsx?$`,
    `web/src/shell/(?!${any(...PRESSED)}\\.tsx?$)`,
    'web/src/main\\.ts$',
    'web/src/lib/(?:beijing|copy-text|figures)',
    'web/src/ui/table/use-printing\\.ts$',
    'validators/src/(?:grouped|round)\\.ts$',
    `web/src/ui/${any('figure-strip', 'status-tag')}\\.tsx$`,
  ),
  // Every list, and what most lists of records show.
  part('inputs', `web/src/ui/${any('date-input', 'form/combobox')}\\.tsx$`, 'web/src/lib/typed-date\\.ts$'),
  part(
    'lists',
    'web/src/ui/(?:table/|name-text\\.tsx$)',
    `node_modules/@tanstack/${any('react-table', 'table-core')}/`,
  ),
  part(
    'records',
    `web/src/records/${any(...OF_LISTS)}\\.tsx?$`,
    'web/src/app/start-link\\.tsx$',
    'web/src/ui/batch-result\\.tsx$',
    `web/src/lib/${any('csv', 'due', 'moment', 'place')}\\.ts$`,
    // Of the homes and of completeness, so that the landing names no further file.
    'validators/src/statistics/missing-reports\\.ts$',
  ),
  // Shared by the charts of the library and the map of projects.
  part('options', `features/statistics/options/${any('common', 'markup', 'outlines')}\\.ts$`),
  // Shared by statistics pages. The chart library loads after them.
  part(
    'finding',
    `features/statistics/${any(...FINDING)}\\.tsx?$`,
    'web/src/lib/units\\.ts$',
    'validators/src/(?:usage/period|statistics/change-bases)\\.ts$',
  ),
  // With the choices, so that the landing names no further file.
  part(
    'condition',
    'features/statistics/(?:scale-conditions|condition)\\.tsx$',
    'web/src/lib/unit-choices\\.ts$',
  ),
  // Of the drawer and of lazy cards, which the landing names: few files.
  part(
    'counted',
    `features/statistics/${any('rows/counted', 'usage/queries', 'filters/kind-texts')}\\.ts$`,
    'validators/src/project/stage\\.ts$',
  ),
  part('source-line', 'validators/src/statistics/(?:source-line|as-of)\\.ts$'),
  part('figures', `features/statistics/${any(...FIGURES)}\\.tsx?$`),
  part(
    'card-files',
    `features/statistics/files/${any('card-files', 'file-menu')}\\.tsx$`,
    'sdk/src/gen/resources/publications\\.ts$',
  ),
]
