alter table section_info
  add column pinned boolean not null default false,
  -- Days of Beijing between which a published entry is shown; the last one included.
  add column online_from date,
  add column online_until date,
  -- The entry that this one revises or replaces.
  add column supersedes_id bigint references section_info (id),
  -- Terms of domain/text-search; null until the server has written them.
  add column search tsvector;
create index section_info_search on section_info using gin (search);
create index section_info_supersedes on section_info (supersedes_id) where supersedes_id is not null;
