/** Makes the generated types shorter without changing them: a package is installed more often than its types are read. */
export function compactTypes(text: string): string {
  const steps = [withoutNevers, shortPaths, sharedAnswers, shortNames, shortDocs, tabbed, shortAnswers]
  return steps.reduce((result, step) => step(result), text)
}

// Types that are always `never` or open: unused methods, parameters of whole paths, cookies, headers of replies.
function withoutNevers(text: string): string {
  return text
    .replace(/^ {8}parameters: \{\n(?: {12}\w+\?: never;\n){4} {8}\};\n/gm, '')
    .replace(/^ +\w+\?: never;\n/gm, '')
    .replace(/^( +)headers: \{\n +\[name: string\]: unknown;\n\1\};\n/gm, '')
    .replace(/^ +\/\*\* @description 成功 \*\/\n/gm, '')
}

// What a path does is said where it is called: at the functions of the client.
const shortPaths = (text: string) =>
  text.replace(/^ {4}"(.+)": \{\n((?: {8}.*\n)+?) {4}\};\n/gm, (_all, path: string, methods: string) => {
    const shown = methods.match(/\w+: operations\["\w+"\];/g) ?? []
    return `    "${path}": { ${shown.join(' ')} };\n`
  })

const BODY = /\{\n +content: \{\n +"application\/json": ([^{}\n]+);\n +\};\n +\}/g
const REFUSAL = /^ +(\d{3}|default): (components\["responses"\]\["\w+"\]);\n/gm
const ANSWERS = /^( {8})responses: \{\n((?: {12}.*\n)+?) {8}\};\n/gm

/** States a JSON body, and the refusals that most operations share, once. */
function sharedAnswers(text: string): string {
  const shared = new Map<string, string>()
  const short = text.replace(BODY, 'Json<$1>').replace(ANSWERS, (_all, indent: string, answers: string) => {
    const taken: string[] = []
    const own = answers.replace(REFUSAL, (line: string, status: string, refusal: string) => {
      if (status < '300' || (shared.get(status) ?? refusal) !== refusal) return line
      shared.set(status, refusal)
      taken.push(status === 'default' ? `'default'` : status)
      return ''
    })
    if (taken.length === 0) return `${indent}responses: {\n${answers}${indent}};\n`
    return `${indent}responses: Refused<${taken.join(' | ')}> & {\n${own}${indent}};\n`
  })
  const refusals = [...shared].map(([status, refusal]) => `    ${status}: ${refusal};\n`).join('')
  return `${short}type Json<T> = { content: { "application/json": T } };
type Refusals = {\n${refusals}};
type Refused<Status extends keyof Refusals> = Pick<Refusals, Status>;
export {};
`
}

// They are named 2,600 times.
const shortNames = (text: string) => {
  const named = text
    .replaceAll('components["schemas"]["', 'S["')
    .replaceAll('components["parameters"]["', 'P["')
  return `${named}type S = components["schemas"];\ntype P = components["parameters"];\n`
}

/** A comment of one line for a title and its description, without what the type says itself. */
function shortDocs(text: string): string {
  return text
    .replace(/^( *)\/\*\*\n((?: *\*.*\n)+?) *\*\/\n/gm, (_all, indent: string, body: string) => {
      const lines = body
        .split('\n')
        .map((line) => line.replace(/^ *\* ?/, ''))
        .filter((line) => line !== '' && !/^@enum |^Format: /.test(line))
        .map((line) => line.replace(/^@description /, ''))
      if (lines.length === 0) return ''
      if (lines.some((line) => line.startsWith('@')))
        return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
      return `${indent}/** ${lines.join('。').replaceAll('。。', '。')} */\n`
    })
    .replaceAll('/** @description ', '/** ')
}

// Most operations answer 200 with one type, and refusals.
const shortAnswers = (text: string) =>
  text
    .replace(
      /Refused<(?:([^<>]+) \| )?'default'> & \{\n\t+200: Json<([^\n]+)>;\n\t+\};/g,
      (_all, refusals, type) => (refusals ? `Answer<${type}, ${refusals}>;` : `Answer<${type}>;`),
    )
    .replace(
      /^type Refused</m,
      "type Answer<T, Status extends keyof Refusals = never> = Refused<Status | 'default'> & { 200: Json<T> };\n$&",
    )

// A third of deep types is indentation.
const tabbed = (text: string) => text.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
