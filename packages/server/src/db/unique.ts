import { conflict, type HttpError } from '../errors.ts'

/** Unique constraints that request data can violate, with the request's field and the message. */
const WORDS = {
  app_user_username_key_key: ['username', '登录账号已被使用'],
  app_user_phone: ['phone', '手机号已被使用'],
  org_enterprise_code: ['creditCode', '该单位已注册'],
  org_office_name: ['orgName', '该地区已有同类同名的机构'],
  menu_title: ['title', '菜单标题已存在'],
  menu_component_name: ['componentName', '组件名称已存在'],
  dict_entry_dict_id_value_key: ['value', '该字典已有此取值'],
  saved_query_user_id_list_name_name_key: ['name', '该名称已存在'],
} as const satisfies Record<string, readonly [field: string, message: string]>

export type UniqueConstraint = keyof typeof WORDS

/** Creates the refusal of a value that is already in use. */
export function taken(constraint: UniqueConstraint): HttpError {
  const [field, message] = WORDS[constraint]
  return conflict(message, [{ field, message }])
}

const isKnown = (constraint: unknown): constraint is UniqueConstraint =>
  typeof constraint === 'string' && Object.hasOwn(WORDS, constraint)

/** The same refusal for a violation of one of these constraints (SQLSTATE 23505). */
export function takenBy(error: { code?: unknown; constraint?: unknown }): HttpError | undefined {
  return error.code === '23505' && isKnown(error.constraint) ? taken(error.constraint) : undefined
}
