import type { Generated } from 'kysely'

export interface SettingTable {
  name: string
  value: string
}

export interface RegionTable {
  code: string
  name: string
  short_name: string
  level: number
  parent_code: string | null
  province_code: string
  city_code: string | null
  county_code: string | null
  region_group: string
  lng: number | null
  lat: number | null
  map_name: string | null
  is_reporting: Generated<boolean>
}

export interface DictTable {
  id: Generated<number>
  name: string
  title: string
  closed: boolean
}

export interface DictEntryTable {
  id: Generated<number>
  dict_id: number
  value: string
  label: string
  parent: string | null
  dict_sort: Generated<number>
  enabled: Generated<boolean>
  version: Generated<number>
}

export interface OwnerDictTable {
  id: Generated<number>
  value: string
  label: string
  short_name: string | null
  type: string | null
  credit_code: string | null
  parent_id: number | null
  org_id: number | null
  sort: Generated<number>
  enabled: Generated<boolean>
}

export interface MenuTable {
  id: Generated<number>
  pid: number | null
  menu_key: string | null
  type: number
  title: string
  path: string
  component: string | null
  component_name: string | null
  icon: string | null
  permission: string | null
  menu_sort: Generated<number>
  hidden: Generated<boolean>
  cache: Generated<boolean>
  i_frame: Generated<boolean>
  affix: Generated<boolean>
  breadcrumb: Generated<boolean>
  active_menu: string | null
  always_show: Generated<boolean>
  redirect: string | null
  version: Generated<number>
  create_time: Generated<string>
}

export interface MenuGrantTable {
  dept_id: number
  role_id: Generated<number>
  menu_id: number
  sort: Generated<number>
  title: string | null
  affix: Generated<boolean>
}

export interface PermissionGrantTable {
  dept_id: number
  role_id: Generated<number>
  permission: string
}
