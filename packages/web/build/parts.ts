import type { Rolldown } from 'vite'

const any = (...names: string[]) => `(?:${names.join('|')})`

const BASE = [
  'src/public/paths\\.ts$',
  'src/app/(?:connection|tell|visitor)\\.ts$',
  'src/lib/(?:shared|use)-[a-z]+\\.ts$',
  `web/src/ui/${any('field', 'notice', 'plain-button')}\\.tsx$`,
  `validators/src/${any('messages', 'rule', 'rules/account', 'rules/non-empty')}\\.ts$`,
  'sdk/src/gen/resources/(?:auth|platform)\\.ts$',
  'sdk/src/(?:connect|errors|http/[a-z-]+|session/[a-z-]+)\\.ts$',
  'node_modules/openapi-fetch/',
  'vite/preload-helper',
]
const PUBLIC = [
  ...['captcha', 'first-login', 'grid-artwork'],
  ...['login', 'navigation', 'page-parts', 'platform-settings'],
]
const KIT = ['button', 'dialog', 'icons', 'inputs', 'ports', 'states', 'use-media']
const RADIX = [
  ...['@radix-ui', '@floating-ui', 'aria-hidden', 'react-remove-scroll', 'react-remove-scroll-bar'],
  ...['react-style-singleton', 'use-callback-ref', 'use-sidecar', 'get-nonce', 'tslib'],
]

const part = (name: string, ...tests: string[]): Rolldown.CodeSplittingGroup => ({
  name,
  test: new RegExp(tests.join('|')),
})

/**
 * Which modules come together, so that a page asks for few files and for little that it does not need. A part takes its
 * modules' imports along where no part before it has them: hence the order. Whatever no line names is divided by who
 * imports it.
 */
export const parts: Rolldown.CodeSplittingGroup[] = [
  part('react', `node_modules/${any('react', 'react-dom', 'scheduler')}/`),
  // What every page has, before the log-in and after.
  part('base', ...BASE),
  part('account', `sdk/src/gen/resources/${any('departments', 'dicts', 'statistics', 'users')}\\.ts$`),
  part('calls', 'sdk/src/gen/resources'),
  part('public', 'web/src/public/', `features/session/${any(...PUBLIC)}\\.tsx?$`),
  part('rules', 'validators/src/(?:record|registry|rules/[a-z0-9-]+)\\.ts$'),
  part('radix', `node_modules/${any(...RADIX)}/`),
  part('kit', `web/src/ui/${any(...KIT)}\\.tsx?$`),
  part('forms', 'web/src/ui/account/', 'features/session/(?:account-page|captcha-field)\\.tsx$'),
  part('pickers', `web/src/ui/form/${any('picker', 'region-select', 'regions')}\\.tsx?$`),
  part(
    'router',
    `node_modules/@tanstack/${any('react-router', 'router-core', 'history', 'store', 'react-store')}/`,
  ),
  part('query', 'node_modules/@tanstack/(?:react-query|query-core)/'),
  part('app', 'web/src/(?:app|shell)/', 'web/src/main\\.ts$'),
]
