-- A card that is being saved while its account is deleted must not leave a customer behind that nothing would ever delete.
SET LOCAL lock_timeout = '5s';

CREATE TRIGGER payment_customer_of_somebody BEFORE INSERT ON payment_customer
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
