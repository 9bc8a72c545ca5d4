-- What an edition changed is looked for by its number.
create index official_report_edition on official_report (from_edition);
create index official_report_closed on official_report (to_edition) where to_edition is not null;
alter table official_revision drop column figures, drop column rows_digest, drop column figures_digest, drop column seal_no,
  drop column seal, drop column sealed_at;
