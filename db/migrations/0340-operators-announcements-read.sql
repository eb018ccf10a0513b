-- Which announcements a customer confirmed to have read. Deleted when the account is closed.
CREATE TABLE operators.announcement_read (
  announcement_id uuid NOT NULL REFERENCES operators.announcement (id),
  customer_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (announcement_id, customer_id)
);
CREATE INDEX announcement_read_by_customer ON operators.announcement_read (customer_id);
