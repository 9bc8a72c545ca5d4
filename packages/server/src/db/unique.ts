import type { RuleCode } from '@xinchu/validators'
import { conflict, type HttpError } from '../errors.ts'

/** Unique constraints that request data can violate, with the rule, the request's field and the message. */
const WORDS = {
  app_user_username_key_key: ['A-016', 'username', '登录账号已被使用'],
  app_user_phone: ['A-016', 'phone', '手机号已被使用'],
  org_enterprise_code: ['A-016', 'creditCode', '该单位已注册'],
  org_office_name: ['W-019', 'orgName', '该地区已有同类同名的机构'],
  demo_project_name: ['M-001', 'projectName', '同一批次中已有同名的示范项目'],
  role_name: ['G-002', 'name', '角色名称已存在'],
  menu_title: ['W-020', 'title', '菜单标题已存在'],
  menu_component_name: ['W-020', 'componentName', '组件名称已存在'],
  expert_group_name: ['E-002', 'groupName', '本批次同一阶段已有同名专家组'],
  owner_dict_value_key: ['W-018', 'value', '该代码已被使用'],
  dict_entry_dict_id_value_key: ['W-018', 'value', '该字典已有此取值'],
  message_template_name: ['W-014', 'name', '本单位已有同名的模板'],
  saved_query_user_id_list_name_name_key: ['W-021', 'name', '该名称已存在'],
} as const satisfies Record<string, readonly [code: RuleCode, field: string, message: string]>

export type UniqueConstraint = keyof typeof WORDS

/** Creates the refusal of a value that is already in use. */
export function taken(constraint: UniqueConstraint): HttpError {
  const [code, field, message] = WORDS[constraint]
  return conflict(code, message, [{ field, message }])
}

const isKnown = (constraint: unknown): constraint is UniqueConstraint =>
  typeof constraint === 'string' && Object.hasOwn(WORDS, constraint)

/** The same refusal for a violation of one of these constraints (SQLSTATE 23505). */
export function takenBy(error: { code?: unknown; constraint?: unknown }): HttpError | undefined {
  return error.code === '23505' && isKnown(error.constraint) ? taken(error.constraint) : undefined
}
