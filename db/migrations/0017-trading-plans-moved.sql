-- Plans are the affair of deposits: payments keeps them.
DROP TABLE trading.plans;
