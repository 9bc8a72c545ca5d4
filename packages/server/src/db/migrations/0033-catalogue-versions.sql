-- Refuses an edit of a version that was begun before another one was saved.
alter table assess_catalogue add column revision integer not null default 0;
