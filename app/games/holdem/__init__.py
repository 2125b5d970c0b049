"""Limit hold'em as the club plays it: the rules of one hand, pure."""
