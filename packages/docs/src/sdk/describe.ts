import ts from 'typescript'
import { fence, table } from '../reference/text.ts'
import type { PublicName } from './program.ts'

export const commentOf = (symbol: ts.Symbol, checker: ts.TypeChecker): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()

/** Notes of a symbol's tags, such as what it throws. */
function tagsOf(symbol: ts.Symbol): string {
  return symbol
    .getJsDocTags()
    .map(({ name, text }) => `*${name}* ${ts.displayPartsToString(text)}`)
    .join('\n\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The text of a declaration without its body and its comment. */
function signatureOf(node: ts.Declaration): string {
  if (ts.isFunctionDeclaration(node)) {
    const whole = node.getText()
    const text = node.body ? whole.slice(0, node.body.getStart() - node.getStart()) : whole
    return text
      .replace(/^export /, '')
      .replace(/^async /, '')
      .trim()
  }
  if (ts.isClassDeclaration(node)) {
    const heritage = node.heritageClauses?.map((clause) => clause.getText()).join(' ') ?? ''
    const isAbstract = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword)
    return `${isAbstract ? 'abstract ' : ''}class ${node.name?.getText()} ${heritage}`.trim()
  }
  if (ts.isInterfaceDeclaration(node)) {
    const heritage = node.heritageClauses?.map((clause) => clause.getText()).join(' ') ?? ''
    return `interface ${node.name.getText()}${typeParameters(node)} ${heritage}`.trim()
  }
  return node.getText().replace(/^export /, '')
}

const typeParameters = ({ typeParameters: given }: ts.InterfaceDeclaration): string =>
  given ? `<${given.map((each) => each.getText()).join(', ')}>` : ''

const isHidden = (member: ts.Node) =>
  (ts.isPropertyDeclaration(member) || ts.isMethodDeclaration(member)) &&
  (ts.isPrivateIdentifier(member.name) || ts.isComputedPropertyName(member.name))

/** Table of the members of an interface or a class. */
function membersOf(node: ts.Declaration, checker: ts.TypeChecker): string {
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) return ''
  const rows = [...node.members].flatMap((member) => {
    if (!member.name || isHidden(member)) return []
    const symbol = checker.getSymbolAtLocation(member.name)
    const text = oneLine(memberType(member, checker))
    const isOptional = 'questionToken' in member && member.questionToken !== undefined
    const name = `\`${member.name.getText()}${isOptional ? '?' : ''}\``
    return [[name, `\`${text}\``, symbol ? commentOf(symbol, checker) : '']]
  })
  return table(['Member', 'Type', ''], rows)
}

function memberType(member: ts.TypeElement | ts.ClassElement, checker: ts.TypeChecker): string {
  if (ts.isPropertySignature(member)) return member.type?.getText() ?? 'unknown'
  if (ts.isPropertyDeclaration(member))
    return member.type?.getText() ?? member.initializer?.getText() ?? 'unknown'
  if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member)) {
    const parameters = member.parameters.map((each) => each.getText()).join(', ')
    return `(${parameters}) => ${member.type?.getText() ?? 'void'}`
  }
  return checker.typeToString(checker.getTypeAtLocation(member))
}

/** A constant by its type, because its value may be long. */
function constantOf({ name, symbol, declaration }: PublicName, checker: ts.TypeChecker): string {
  const type = checker.typeToString(
    checker.getTypeOfSymbolAtLocation(symbol, declaration),
    undefined,
    ts.TypeFormatFlags.None,
  )
  return `const ${name}: ${type}`
}

export const kindOf = (node: ts.Declaration): 'function' | 'class' | 'constant' | 'type' =>
  ts.isFunctionDeclaration(node)
    ? 'function'
    : ts.isClassDeclaration(node)
      ? 'class'
      : ts.isVariableDeclaration(node)
        ? 'constant'
        : 'type'

/** Returns the kind of an error class; undefined for other classes. */
export function errorKindOf(node: ts.Declaration): string | undefined {
  if (!ts.isClassDeclaration(node)) return undefined
  return node.members
    .filter(ts.isPropertyDeclaration)
    .filter(({ name }) => name.getText() === 'kind')
    .map(({ initializer }) =>
      initializer && ts.isStringLiteral(initializer) ? initializer.text : undefined,
    )[0]
}

/** One public name as a chapter. */
export function chapterOf(each: PublicName, checker: ts.TypeChecker): string {
  const { name, symbol, declaration } = each
  const isConstant = ts.isVariableDeclaration(declaration)
  const overloads = (symbol.declarations ?? []).filter(
    (other) => ts.isFunctionDeclaration(other) && !other.body,
  )
  const signatures = isConstant
    ? [constantOf(each, checker)]
    : (overloads.length > 0 ? overloads : [declaration]).map(signatureOf)
  const members = membersOf(declaration, checker)
  const errorKind = errorKindOf(declaration)
  return [
    `## ${name} {#${name}}`,
    commentOf(symbol, checker),
    fence('ts', signatures.join('\n')),
    members,
    errorKind ? `Cause and cure: [\`${errorKind}\`](../errors/${errorKind}.md)` : '',
    tagsOf(symbol),
  ]
    .filter(Boolean)
    .join('\n\n')
}
