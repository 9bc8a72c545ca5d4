// Features of the portal that each browser test opens, for `npm test -- --changed`. A file that is not named opens all.
const EVERYWHERE = ['home', 'messages', 'rules', 'search', 'session', 'further-parts.ts']
const PILOT = ['pilot-project', 'pilot-reports', 'pilot-review', 'es-project']
const SHEETS = ['periodic', 'es-project', 'review']
const PROJECTS = ['es-project', 'review', 'duplicates']
const NONE = []

const opened = {
  accounts: ['user', 'system'],
  attachments: PROJECTS,
  captcha: ['user'],
  compare: ['statistics', 'es-project'],
  contacts: ['system'],
  'client-scripts': NONE,
  'pilot-annual': PILOT,
  'pilot-application': PILOT,
  'pilot-batch': PILOT,
  'pilot-formal-check': PILOT,
  'pilot-recommendation': PILOT,
  'pilot-reports': PILOT,
  'pilot-review': PILOT,
  desk: [...PROJECTS, 'periodic', ...PILOT],
  docs: NONE,
  'docs-code': NONE,
  'docs-site': NONE,
  duplicates: PROJECTS,
  'foreign-clients': NONE,
  form: PROJECTS,
  'import-crash': ['import', ...PROJECTS],
  'import-grid': ['import', ...PROJECTS],
  'import-journey': ['import', ...PROJECTS],
  'import-plan': ['import', ...PROJECTS],
  'message-panel': ['messages', 'user'],
  messages: ['messages', 'user'],
  owners: ['system'],
  people: ['system', 'user'],
  periodic: [...SHEETS, 'statistics', 'system'],
  'python-client': NONE,
  policy: ['user', 'es-project'],
  'project-journey': [...PROJECTS, 'user'],
  'project-screens': PROJECTS,
  provincial: ['provincial', 'es-project', 'messages'],
  'repeat-appeal': [...PROJECTS, 'home', 'messages'],
  'registration-review': ['user', 'system'],
  'returned-project': PROJECTS,
  roles: ['system'],
  'sdk-flows': NONE,
  'second-factor': ['user', 'system'],
  'sheet-review': SHEETS,
  'sheet-saving': SHEETS,
  'sheet-typing': [...SHEETS, 'import'],
  'statistics-print': ['statistics'],
  table: PROJECTS,
  'usage-sheet': SHEETS,
  'windows-and-dictionaries': ['system', ...SHEETS],
  'write-again': [...PROJECTS, 'periodic', 'statistics'],
}

/** The covered features of a test file, sorted; undefined if it may open any. */
export function featuresOf(file) {
  const [, name] = /^e2e\/test\/(.+)\.test\.ts$/.exec(file) ?? []
  const own = opened[name]
  if (!own) return undefined
  return own === NONE ? [] : [...new Set([...EVERYWHERE, ...own])].sort()
}

/** Names that the map uses, for a test that they exist. */
export const mapped = {
  tests: Object.keys(opened),
  features: [...new Set([EVERYWHERE, ...Object.values(opened)].flat())],
}
