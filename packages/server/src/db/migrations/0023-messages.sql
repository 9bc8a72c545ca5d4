-- The part of a message that differs by office: its own text, and the stations that it was asked to report for.
create table message_office (
  message_id bigint not null references message_push (id),
  org_id bigint not null,
  content text not null,
  year integer not null,
  quarter smallint not null,
  project_ids bigint[] not null,
  primary key (message_id, org_id)
);
