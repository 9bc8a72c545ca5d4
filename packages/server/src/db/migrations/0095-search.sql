-- First letters of the pinyin of a project's name and company.
alter table es_project add column initials text;
-- Submitted projects that are not in project_search yet; the upkeep adds them.
create index es_project_unsearchable on es_project (id) where initials is null and submitted_once and not deleted;

-- What is searched of each submitted project. A table of its own: a step of the review leaves these indexes alone.
create table project_search (
  project_id bigint primary key,
  -- Name, company, code and initials, folded, one a line.
  text text not null,
  words tsvector not null
);
create index project_search_words on project_search using gin (words) with (fastupdate = off);
