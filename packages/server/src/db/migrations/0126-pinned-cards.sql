-- Statistics cards that a user pinned to the home page, in their order.
create table pinned_cards (
  user_id bigint primary key,
  version integer not null,
  cards jsonb not null,
  update_time timestamptz not null default now()
);
