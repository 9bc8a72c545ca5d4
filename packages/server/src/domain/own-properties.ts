import { type Contract, nameOf, type Schema } from '@xinchu/contract/operations'
import { contract } from '../operations.ts'

export type { Schema }

/** A property of a schema, with what it refers to. */
export interface OwnProperty extends Schema {
  name: string
  /** Name of the schema that it refers to. */
  refers?: string | undefined
}

/** Name of the schema that a schema refers to. */
export const refersTo = ({ $ref }: Schema): string | undefined =>
  $ref === undefined ? undefined : nameOf($ref)

/** A schema with what it refers to; keywords beside the reference win. */
export const whole: Contract['whole'] = contract.whole

/** Properties that a named schema has itself, without those of its parts. */
export const ownProperties = (schema: string): OwnProperty[] =>
  Object.entries(contract.document.components.schemas[schema]?.properties ?? {}).map(([name, property]) => ({
    ...whole(property),
    name,
    refers: refersTo(property),
  }))

/** Properties of a schema in the order in which the contract writes them: those of its parts first. */
export const allProperties = (schema: Schema): [name: string, property: Schema][] =>
  contract.propertiesOf(schema).properties
